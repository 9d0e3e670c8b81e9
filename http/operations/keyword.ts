import type { Read } from '../../src/database/read.ts'
import { changeKeyword } from '../../src/operations/keyword/change.ts'
import { createKeyword } from '../../src/operations/keyword/create.ts'
import { KeywordChange, NewKeyword } from '../../src/operations/keyword/keyword.ts'
import { Keyword, KeywordQuery, listKeywords, readKeyword } from '../../src/operations/keyword/read.ts'
import { removeKeyword } from '../../src/operations/keyword/remove.ts'
import { asData, createdData, data, NoQuery } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'
import { gone } from './gone.ts'

const tags = ['Keywords']
const reading = { ability: 'keywords:read' } as const
const writing = { ability: 'keywords:write', policy: 'write' } as const

const shown = (id: number) => ({
  schema: data(Keyword),
  body: async (read: Read) => ({ data: await readKeyword(read, id) }),
})

/** Keywords: the words that applications are to be found by. */
export function keywordRoutes(app: App): void {
  app.get(
    '/keywords',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List keywords',
        querystring: KeywordQuery,
        response: { 200: paged(Keyword) },
      },
    },
    async (request) => pageAnswer(request, request.query, await listKeywords(app.readReplica, request.query)),
  )

  app.get(
    '/keywords/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read a keyword',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: data(Keyword) },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/keywords',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Create a keyword',
        querystring: WriteQuery,
        body: NewKeyword,
        response: createdData(Keyword),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createKeyword(em, actor, request.body)),
        { path: ({ data }) => `/api/v1/keywords/${data.id}` },
      ),
  )

  app.patch(
    '/keywords/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Change a keyword',
        params: IdPath,
        querystring: WriteQuery,
        body: KeywordChange,
        response: { 200: data(Keyword) },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeKeyword(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  )

  app.delete(
    '/keywords/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Delete a keyword',
        params: IdPath,
        querystring: WriteQuery,
        response: gone,
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeKeyword(em, actor, request.params.id)),
  )
}
