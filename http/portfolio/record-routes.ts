import type { z } from 'zod'
import type { Read } from '../../src/database/read.ts'
import { capitalize, operationId, type RecordLabel } from '../openapi/labels.ts'
import { respondChanged, respondCreated, WriteQuery } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import type { ChangeRoute, GetRoute, Resource } from './resource.ts'
import { writeSchema } from './response.ts'

/** Registers the routes that list, return and create records of one type. Each response has a message. */
export function appendOnlyRoutes<Key, Many, Detail, Query, New, Created>(
  app: Server,
  resource: Resource<Key, Many, Detail, Query, New, Created>,
): void {
  const { path, key, label, list, get, create } = resource
  const tags = [capitalize(label.plural)]
  const getRecord = recordGetter(label.singular, get)

  app.get(
    path,
    {
      config: { sharedAnswer: true },
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
      config: { sharedAnswer: true },
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
        response: create.responses,
      },
    },
    (request, reply) =>
      respondCreated(request, reply, (em, actor) => create.write.run(em, actor, request.body as New), {
        message: outcome(request, label, 'created'),
        locationPath: (created) => `${app.prefix}${path}/${create.keyOf(created)}`,
      }),
  )
}

/** Registers the routes that list, return, create and change records of one type. Each response has a message. */
export function recordRoutes<Key, One, Many, Detail, Query, New, Created, Input>(
  app: Server,
  resource: Resource<Key, Many, Detail, Query, New, Created> & { change: ChangeRoute<Key, One, Input> },
): void {
  appendOnlyRoutes(app, resource)
  const { path, key, label, get, change } = resource
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
        response: { 200: change.response },
      },
    },
    (request, reply) =>
      respondChanged(
        request,
        reply,
        (em, actor, precondition) =>
          change.write.run(em, actor, key.from(request.params), request.body as Input, precondition),
        {
          message: outcome(request, label, 'updated'),
          etagSource: getRecord(key.from(request.params)),
        },
      ),
  )
}

// "Signal created.", or for a dry run "Signal would be created."
function outcome(
  { query }: { query: z.output<typeof WriteQuery> },
  { singular }: RecordLabel,
  participle: 'created' | 'updated',
): string {
  return `${capitalize(singular)} ${query.dry_run ? 'would be ' : ''}${participle}.`
}

// The ETag of this response is what an If-Match of a PATCH is compared with.
function recordGetter<Key, Detail>(label: string, { response, run }: GetRoute<Key, Detail>) {
  return (key: Key) => ({
    schema: response,
    body: async (read: Read) => ({ message: `${capitalize(label)} found.`, ...(await run(read, key)) }),
  })
}
