import { Bug, BugChange, NewBug } from '../../src/assistant/bug/bug.ts'
import { changeBug } from '../../src/assistant/bug/change.ts'
import { createBug } from '../../src/assistant/bug/create.ts'
import { BugQuery, listBugs, readBug } from '../../src/assistant/bug/read.ts'
import { removeBug } from '../../src/assistant/bug/remove.ts'
import type { Read } from '../../src/database/read.ts'
import { asData, createdData, data, NoQuery, Removed } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'

const tags = ['Bugs']

const answer = data(Bug)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ data: await readBug(read, id) }),
})

/** Bugs of services. */
export function bugRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        summary: 'List bugs',
        querystring: BugQuery,
        response: { 200: paged(Bug) },
      },
    },
    async (request) => pageAnswer(request, request.query, await listBugs(app.readReplica, request.query)),
  )

  app.get(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Read a bug',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '',
    {
      schema: {
        tags,
        summary: 'Create a bug',
        querystring: WriteQuery,
        body: NewBug,
        response: createdData(Bug),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createBug(em, actor, request.body)),
        { path: ({ data }) => `/api/bugs/${data.id}` },
      ),
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/:id',
    schema: {
      tags,
      summary: 'Change a bug',
      description: 'Both methods change what is sent and nothing else.',
      params: IdPath,
      querystring: WriteQuery,
      body: BugChange,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeBug(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Remove a bug',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeBug(em, actor, request.params.id)),
  )
}
