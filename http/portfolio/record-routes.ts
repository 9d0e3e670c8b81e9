import type { z } from 'zod'
import { type RecordKey, recordEtag } from '../../src/portfolio/record-etag.ts'
import { capitalize, operationId, type RecordLabel } from '../openapi/labels.ts'
import { respondChanged, respondCreated, WriteQuery } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import type { ChangeRoute, Resource } from './resource.ts'
import { writeSchema } from './response.ts'

/** Registers the routes that list, return and create records of one type. Each response has a message. */
export function appendOnlyRoutes<Key, Many, Detail, Query, New, Created>(
  app: Server,
  resource: Resource<Key, Many, Detail, Query, New, Created>,
): void {
  const { path, key, name, label, list, get, create } = resource
  const tags = [capitalize(label.plural)]

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
    async ({ params }, reply) => {
      const found = tagged(name, await get.run(app.read, key.from(params)))
      reply.header('etag', found.etag)
      reply.embedsOthers = get.embedsOthers ?? hasLinks((found as Tagged)[name])
      return { message: `${capitalize(label.singular)} found.`, ...found }
    },
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
      respondCreated(
        request,
        reply,
        async (em, actor) => tagged(name, await create.write.run(em, actor, request.body as New)),
        {
          message: outcome(request, label, 'created'),
          locationPath: (created) => `${app.prefix}${path}/${create.keyOf(created)}`,
        },
      ),
  )
}

/** Registers the routes that list, return, create and change records of one type. Each response has a message. */
export function recordRoutes<Key, One, Many, Detail, Query, New, Created, Input>(
  app: Server,
  resource: Resource<Key, Many, Detail, Query, New, Created> & { change: ChangeRoute<Key, One, Input> },
): void {
  appendOnlyRoutes(app, resource)
  const { path, key, name, label, get, change } = resource

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
        async (em, actor, precondition) =>
          tagged(
            name,
            await change.write.run(em, actor, key.from(request.params), request.body as Input, precondition),
          ),
        {
          message: outcome(request, label, 'updated'),
          currentEtag: async (read) => tagged(name, await get.run(read, key.from(request.params))).etag,
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

type Tagged = { [name: string]: unknown }

// Adds the ETag of a record to the result that contains it.
function tagged<Result extends object>(name: RecordKey, result: Result): Result & { etag: string } {
  return { ...result, etag: recordEtag(name, (result as Tagged)[name]) }
}

// The titles of linked records, and the records that cite this one, are not part of its row.
function hasLinks(record: unknown): boolean {
  const { evidence = [], evidence_for = [] } = record as { evidence?: object[]; evidence_for?: object[] }
  return evidence.length + evidence_for.length > 0
}
