import type { Read } from '../../src/database/read.ts'
import { archiveApplication, restoreApplication } from '../../src/operations/application/archive.ts'
import { Application, readApplication } from '../../src/operations/application/read.ts'
import { asData, data } from '../data.ts'
import { IdPath } from '../path.ts'
import type { Server } from '../server.ts'
import { acted, changed, WriteQuery } from '../write.ts'

const tags = ['Applications']
const answer = data(Application)
const config = { ability: 'apps:write', policy: 'write' } as const

/** The archive of applications. */
export function archiveRoutes(app: Server): void {
  app.route({
    // Clients archive by any of the three.
    method: ['POST', 'PATCH', 'PUT'],
    url: '/applications/:id/archive',
    config: { ...config, conditional: true },
    schema: {
      tags,
      summary: 'Put an application away',
      params: IdPath,
      querystring: WriteQuery,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, held) => archiveApplication(em, actor, request.params.id, held)),
        { shown: shown(request.params.id) },
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
        response: { 200: answer },
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

// What an If-Match is compared with, as on a PATCH of the application itself.
function shown(id: number) {
  return { schema: answer, body: async (read: Read) => ({ data: await readApplication(read, id) }) }
}
