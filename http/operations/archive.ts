import type { Read } from '../../src/database/read.ts'
import { Application, readApplication } from '../../src/operations/application/read.ts'
import { archiveApplication, restoreApplication } from '../../src/operations/application/writes.ts'
import { etagBy } from '../../src/record/etag.ts'
import { dataResponse, underData } from '../answers/response-schemas.ts'
import { methodOperationId } from '../openapi/labels.ts'
import { IdParams } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction, respondChanged } from '../routes/write.ts'
import type { Server } from '../server/server.ts'

const tags = ['Applications']
const response = dataResponse(Application)
const config = { ability: 'apps:write', policy: 'write' } as const

/** Registers the routes that archive and restore an application. */
export function archiveRoutes(app: Server): void {
  for (const method of ['POST', 'PATCH', 'PUT'] as const)
    app.route({
      method,
      url: '/applications/:id/archive',
      config: { ...config, conditional: true },
      schema: {
        operationId: methodOperationId('archiveApplication', method, 'POST'),
        tags,
        summary: 'Archive an application',
        description: 'POST, PATCH and PUT are equivalent.',
        params: IdParams,
        querystring: WriteQuery,
        response: { 200: response },
      },
      handler: (request, reply) =>
        respondChanged(
          request,
          reply,
          underData((em, actor, precondition) =>
            archiveApplication(em, actor, request.params.id, precondition),
          ),
          {
            currentEtag: (read) => applicationEtag(read, request.params.id),
            set: ['status', 'archived_at'],
          },
        ),
    })

  app.delete(
    '/applications/:id/archive',
    {
      config,
      schema: {
        operationId: 'restoreApplication',
        tags,
        summary: 'Restore an archived application',
        description: 'The application gets back the status that it had before it was archived.',
        params: IdParams,
        querystring: WriteQuery,
        response: { 200: response },
      },
    },
    (request, reply) =>
      respondAction(
        request,
        reply,
        underData((em, actor) => restoreApplication(em, actor, request.params.id)),
      ),
  )
}

// The ETag of GET /applications/{id}.
async function applicationEtag(read: Read, id: number): Promise<string> {
  return etagBy(response, { data: await readApplication(read, id) })
}
