import type { Read } from '../../src/database/read.ts'
import { etagBy } from '../../src/record/etag.ts'
import type { PageRequest } from '../../src/record/list/reads.ts'
import { pageBody, pageResponse } from '../answers/paging.ts'
import {
  createdDataResponses,
  DeleteDryRunResponse,
  dataResponse,
  underData,
} from '../answers/response-schemas.ts'
import { capitalize, methodOperationId, operationId, withArticle } from '../openapi/labels.ts'
import type { Server } from '../server/server.ts'
import type { DataResource } from './data-resource.ts'
import { IdParams } from './id-params.ts'
import { respondChanged, respondCreated, respondRemoved, WriteQuery } from './write.ts'

/** Registers the routes that list, read, create, change and remove records of one type, under `data`. */
export function dataRoutes<Row extends { id: number }, Query extends PageRequest, New, Change>(
  app: Server,
  resource: DataResource<Row, Query, New, Change>,
): void {
  const { path, label, reading, writing, record, list, read, create, change, remove } = resource
  const tags = [capitalize(label.plural)]
  const readRouteConfig = { ...reading, sharedAnswer: true } as const
  const response = dataResponse(record)
  const getRecord = async (database: Read, id: number) => ({ data: await read(database, id) })

  app.get(
    path,
    {
      config: readRouteConfig,
      schema: {
        operationId: operationId('list', label.plural),
        tags,
        summary: `List ${label.plural}`,
        querystring: list.query,
        response: { 200: pageResponse(record) },
      },
    },
    // Fastify cannot infer a type from a schema with a type parameter. The same holds for the bodies below.
    async (request) =>
      pageBody(request, request.query as Query, await list.run(app.readReplica, request.query as Query)),
  )

  app.get(
    `${path}/:id`,
    {
      config: readRouteConfig,
      schema: {
        operationId: operationId('get', label.singular),
        tags,
        summary: `Get ${withArticle(label.singular)}`,
        params: IdParams,
        response: { 200: response },
      },
    },
    async ({ params }) => getRecord(app.read, params.id),
  )

  app.post(
    path,
    {
      config: writing,
      schema: {
        operationId: operationId('create', label.singular),
        tags,
        summary: `Create ${withArticle(label.singular)}`,
        querystring: WriteQuery,
        body: create.body,
        response: createdDataResponses(record),
      },
    },
    (request, reply) =>
      respondCreated(
        request,
        reply,
        underData((em, actor) => create.run(em, actor, request.body as New)),
        { locationPath: ({ data }) => `${app.prefix}${path}/${data.id}` },
      ),
  )

  for (const method of change.methods)
    app.route({
      method,
      url: `${path}/:id`,
      config: writing,
      schema: {
        operationId: methodOperationId(operationId('update', label.singular), method, 'PATCH'),
        tags,
        summary: `Update ${withArticle(label.singular)}`,
        description: change.description,
        params: IdParams,
        querystring: WriteQuery,
        body: change.body,
        response: { 200: response },
      },
      handler: (request, reply) =>
        respondChanged(
          request,
          reply,
          underData((em, actor, precondition) =>
            change.run(em, actor, request.params.id, request.body as Change, precondition),
          ),
          {
            currentEtag: async (database) => etagBy(response, await getRecord(database, request.params.id)),
          },
        ),
    })

  app.delete(
    `${path}/:id`,
    {
      config: writing,
      schema: {
        operationId: operationId('delete', label.singular),
        tags,
        summary: `Delete ${withArticle(label.singular)}`,
        description: remove.description,
        params: IdParams,
        querystring: WriteQuery,
        response: { 200: DeleteDryRunResponse },
      },
    },
    (request, reply) =>
      respondRemoved(request, reply, (em, actor) => remove.run(em, actor, request.params.id)),
  )
}
