import { changeImprovement } from '../../src/assistant/improvement/change.ts'
import { createImprovement } from '../../src/assistant/improvement/create.ts'
import {
  Improvement,
  ImprovementChange,
  NewImprovement,
} from '../../src/assistant/improvement/improvement.ts'
import { ImprovementQuery, listImprovements, readImprovement } from '../../src/assistant/improvement/read.ts'
import { removeImprovement } from '../../src/assistant/improvement/remove.ts'
import type { Read } from '../../src/database/read.ts'
import { asData, createdData, data, NoQuery, Removed } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'

const tags = ['Improvements']

const answer = data(Improvement)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ data: await readImprovement(read, id) }),
})

/** Improvements of services. */
export function improvementRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        summary: 'List improvements',
        querystring: ImprovementQuery,
        response: { 200: paged(Improvement) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listImprovements(app.readReplica, request.query)),
  )

  app.get(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Read an improvement',
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
        summary: 'Create an improvement',
        querystring: WriteQuery,
        body: NewImprovement,
        response: createdData(Improvement),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createImprovement(em, actor, request.body)),
        { path: ({ data }) => `/api/improvements/${data.id}` },
      ),
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/:id',
    schema: {
      tags,
      summary: 'Change an improvement',
      description: 'Both methods change what is sent and nothing else.',
      params: IdPath,
      querystring: WriteQuery,
      body: ImprovementChange,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeImprovement(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Remove an improvement',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) =>
      removed(request, reply, (em, actor) => removeImprovement(em, actor, request.params.id)),
  )
}
