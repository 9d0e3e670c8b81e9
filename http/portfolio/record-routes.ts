import type { Read } from '../../src/database/read.ts'
import { capitalize, operationId } from '../openapi/labels.ts'
import { createdResponses } from '../response-schemas.ts'
import type { Server } from '../server.ts'
import { respondChanged, respondCreated, WriteQuery } from '../write.ts'
import type { ChangeRoute, GetRoute, Resource } from './resource.ts'
import { writeSchema } from './response.ts'

/** Registers the routes that list, return and create records of one type. Each response has a message. */
export function appendOnlyRoutes<Key, One, Many, Detail, Query, New>(
  app: Server,
  resource: Resource<Key, One, Many, Detail, Query, New>,
): void {
  const { path, key, label, response, list, get, create } = resource
  const tags = [capitalize(label.plural)]
  const getRecord = recordGetter(label.singular, get)

  app.get(
    path,
    {
      schema: {
        operationId: operationId('list', label.plural),
        tags,
        summary: list.summary,
        querystring: list.query,
        response: { 200: list.response },
      },
    },
    // Fastify cannot infer a type from a schema with a type parameter. The same holds for the bodies below.
    async ({ query }) => ({
      message: `${capitalize(label.plural)} found.`,
      ...(await list.run(app.readReplica, query as Query)),
    }),
  )

  app.get(
    `${path}/:${key.parameter}`,
    {
      schema: {
        operationId: operationId('get', label.singular),
        tags,
        summary: get.summary,
        params: key.params,
        response: { 200: get.response },
      },
    },
    async ({ params }) => getRecord(key.from(params)).body(app.read),
  )

  app.post(
    path,
    {
      schema: {
        operationId: operationId('create', label.singular),
        tags,
        ...writeSchema(create.write),
        querystring: WriteQuery,
        response: createdResponses(response),
      },
    },
    (request, reply) =>
      respondCreated(request, reply, (em, actor) => create.run(em, actor, request.body as New), {
        message: `${capitalize(label.singular)} created.`,
        locationPath: (created) => `${app.prefix}${path}/${create.keyOf(created)}`,
      }),
  )
}

/** Registers the routes that list, return, create and change records of one type. Each response has a message. */
export function recordRoutes<Key, One, Many, Detail, Query, New, Input>(
  app: Server,
  resource: Resource<Key, One, Many, Detail, Query, New> & { change: ChangeRoute<Key, One, Input> },
): void {
  appendOnlyRoutes(app, resource)
  const { path, key, label, response, get, change } = resource
  const getRecord = recordGetter(label.singular, get)

  app.patch(
    `${path}/:${key.parameter}`,
    {
      schema: {
        operationId: operationId('update', label.singular),
        tags: [capitalize(label.plural)],
        ...writeSchema(change.write),
        params: key.params,
        querystring: WriteQuery,
        response: { 200: response },
      },
    },
    (request, reply) =>
      respondChanged(
        request,
        reply,
        (em, actor, precondition) =>
          change.run(em, actor, key.from(request.params), request.body as Input, precondition),
        {
          message: `${capitalize(label.singular)} updated.`,
          etagSource: getRecord(key.from(request.params)),
        },
      ),
  )
}

// The ETag of this response is what an If-Match of a PATCH is compared with.
function recordGetter<Key, Detail>(label: string, { response, run }: GetRoute<Key, Detail>) {
  return (key: Key) => ({
    schema: response,
    body: async (read: Read) => ({ message: `${capitalize(label)} found.`, ...(await run(read, key)) }),
  })
}
