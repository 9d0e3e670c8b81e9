import { DeleteDryRunResponse } from '../answers/response-schemas.ts'
import { capitalize, methodOperationId, operationId, withArticle } from '../openapi/labels.ts'
import type { Server } from '../server/server.ts'
import type { Resource } from './resource.ts'
import { WriteQuery } from './run-write.ts'
import { respondChanged, respondCreated, respondRemoved } from './write.ts'

/** Registers the routes that list, return, create, change and remove records of one type. */
export function recordRoutes<Key, Many, Detail, Result, Query, New, Change>(
  app: Server,
  resource: Resource<Key, Many, Detail, Result, Query, New, Change>,
): void {
  const { path, key, label, envelope, reading, writing, list, get, create, change, remove } = resource
  const { responses } = envelope
  const tags = [capitalize(label.plural)]
  const readRouteConfig = { ...reading, sharedAnswer: true } as const
  const onePath = `${path}/:${key.parameter}`

  app.get(
    path,
    {
      config: { ...readRouteConfig, ...(list.callerFilters && { callerFilters: list.callerFilters }) },
      schema: {
        operationId: operationId('list', label.plural),
        tags,
        summary: list.summary ?? `List ${label.plural}`,
        querystring: list.query,
        response: { 200: responses.list },
      },
    },
    // Fastify cannot infer a type from a schema with a type parameter. The same holds for the bodies below.
    async (request) => {
      const { query, caller } = request
      return envelope.list(request, await list.run(app.readReplica, query as Query, caller ?? undefined))
    },
  )

  app.get(
    onePath,
    {
      config: readRouteConfig,
      schema: {
        operationId: operationId('get', label.singular),
        tags,
        summary: get.summary ?? `Get ${withArticle(label.singular)}`,
        params: key.params,
        response: { 200: responses.get },
      },
    },
    async ({ params }, reply) => {
      const record = await get.run(app.read, key.from(params))
      const body = envelope.get(record)
      if (body.etag) reply.header('etag', body.etag)
      reply.embedsOthers = envelope.embedsOthers?.(record) ?? false
      return body
    },
  )

  app.post(
    path,
    {
      config: { ...writing, ...(create.name && { operation: create.name }) },
      schema: {
        operationId: operationId('create', label.singular),
        tags,
        summary: create.summary ?? `Create ${withArticle(label.singular)}`,
        ...(create.description !== undefined && { description: create.description }),
        querystring: WriteQuery,
        body: create.body,
        response: responses.create,
      },
    },
    (request, reply) =>
      respondCreated(
        request,
        reply,
        async (em, actor) =>
          envelope.write(request, await create.run(em, actor, request.body as New), 'created'),
        {
          inDryRun: envelope.inDryRun?.(request),
          locationPath: (body) => {
            const record = (body as Record<string, Record<string, string | number>>)[envelope.key]
            return `${app.prefix}${path}/${record?.[create.location ?? 'id']}`
          },
        },
      ),
  )

  for (const method of change ? (change.methods ?? (['PATCH'] as const)) : [])
    app.route({
      method,
      url: onePath,
      config: { ...writing, ...(change?.name && { operation: change.name }) },
      schema: {
        operationId: methodOperationId(operationId('update', label.singular), method, 'PATCH'),
        tags,
        summary: change?.summary ?? `Update ${withArticle(label.singular)}`,
        ...(change?.description !== undefined && { description: change.description }),
        params: key.params,
        querystring: WriteQuery,
        ...(change && { body: change.body }),
        response: responses.change,
      },
      handler: (request, reply) =>
        respondChanged(
          request,
          reply,
          async (em, actor, precondition) => {
            const input = request.body as Change
            const result = await change?.run(em, actor, key.from(request.params), input, precondition)
            return envelope.write(request, result as Result, 'updated')
          },
          {
            inDryRun: envelope.inDryRun?.(request),
            currentEtag: async (read) => envelope.etag(await get.run(read, key.from(request.params))),
          },
        ),
    })

  if (remove)
    app.delete(
      onePath,
      {
        ...(writing && { config: writing }),
        schema: {
          operationId: operationId('delete', label.singular),
          tags,
          summary: `Delete ${withArticle(label.singular)}`,
          ...(remove.description !== undefined && { description: remove.description }),
          params: key.params,
          querystring: WriteQuery,
          response: { 200: DeleteDryRunResponse },
        },
      },
      (request, reply) =>
        respondRemoved(request, reply, (em, actor) => remove.run(em, actor, key.from(request.params))),
    )
}
