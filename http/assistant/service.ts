import { changeService } from '../../src/assistant/service/change.ts'
import { createService } from '../../src/assistant/service/create.ts'
import { listServices, readService, ServiceQuery } from '../../src/assistant/service/read.ts'
import { removeService } from '../../src/assistant/service/remove.ts'
import { NewService, Service, ServiceChange } from '../../src/assistant/service/service.ts'
import type { Read } from '../../src/database/read.ts'
import { asData, createdData, data, NoQuery, Removed } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'

const tags = ['Services']

const answer = data(Service)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ data: await readService(read, id) }),
})

/** Services that improvements, tasks and bugs are about. */
export function serviceRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        summary: 'List services',
        querystring: ServiceQuery,
        response: { 200: paged(Service) },
      },
    },
    async (request) => pageAnswer(request, request.query, await listServices(app.readReplica, request.query)),
  )

  app.get(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Read a service',
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
        summary: 'Create a service',
        querystring: WriteQuery,
        body: NewService,
        response: createdData(Service),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createService(em, actor, request.body)),
        { path: ({ data }) => `/api/resources/${data.id}` },
      ),
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/:id',
    schema: {
      tags,
      summary: 'Change a service',
      description: 'Both methods change what is sent and nothing else.',
      params: IdPath,
      querystring: WriteQuery,
      body: ServiceChange,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeService(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Remove a service',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeService(em, actor, request.params.id)),
  )
}
