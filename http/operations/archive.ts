import { archiveApplication, restoreApplication } from '../../src/operations/application/archive.ts'
import { Application } from '../../src/operations/application/read.ts'
import { asData, data } from '../data.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { acted, WriteQuery } from '../write.ts'

const tags = ['Applications']
const config = { ability: 'apps:write', policy: 'write' } as const

/** The archive of applications. */
export function archiveRoutes(app: App): void {
  app.route({
    // Clients archive by any of the three.
    method: ['POST', 'PATCH', 'PUT'],
    url: '/applications/:id/archive',
    config,
    schema: {
      tags,
      summary: 'Put an application away',
      params: IdPath,
      querystring: WriteQuery,
      response: { 200: data(Application) },
    },
    handler: (request, reply) =>
      acted(
        request,
        reply,
        asData((em, actor) => archiveApplication(em, actor, request.params.id)),
      ),
  })

  app.delete(
    '/applications/:id/archive',
    {
      config,
      schema: {
        tags,
        summary: 'Take an application out of the archive, in the status that it had',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: data(Application) },
      },
    },
    (request, reply) =>
      acted(
        request,
        reply,
        asData((em, actor) => restoreApplication(em, actor, request.params.id)),
      ),
  )
}
