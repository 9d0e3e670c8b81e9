import { retractionFields } from '../../src/portfolio/retraction/retraction.ts'
import { capitalize, operationId } from '../openapi/labels.ts'
import type { Resource } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondChanged } from '../routes/write.ts'
import type { Server } from '../server/server.ts'

type Change<Key, Detail, Result> = NonNullable<
  Resource<Key, never, Detail, Result, never, never, unknown>['change']
>

/** Registers the routes that retract a record and take its retraction back. Both return the record. */
export function retractionRoutes<Key, Detail, Result>(
  app: Server,
  {
    path,
    key,
    label,
    envelope,
    get,
  }: Pick<
    Resource<Key, never, Detail, Result, never, never, never>,
    'path' | 'key' | 'label' | 'envelope' | 'get'
  >,
  writes: {
    retract: Change<Key, Detail, Result>
    restore: Change<Key, Detail, Result>
  },
): void {
  for (const { method, verb, participle } of actions) {
    const { name, summary, description, body, run } = writes[verb]
    app.route({
      method,
      url: `${path}/:${key.parameter}/retract`,
      config: { conditional: true, ...(name && { operation: name }) },
      schema: {
        operationId: operationId(verb, label.singular),
        tags: [capitalize(label.plural)],
        ...(summary !== undefined && { summary }),
        ...(description !== undefined && { description }),
        params: key.params,
        querystring: WriteQuery,
        body,
        response: envelope.responses.change,
      },
      handler: (request, reply) =>
        respondChanged(
          request,
          reply,
          async (em, actor, precondition) => {
            const result = await run(em, actor, key.from(request.params), request.body, precondition)
            return envelope.write(request, result, participle)
          },
          {
            inDryRun: envelope.inDryRun?.(request),
            currentEtag: async (read) => envelope.etag(await get.run(read, key.from(request.params))),
            set: Object.keys(retractionFields),
          },
        ),
    })
  }
}

const actions = [
  { method: 'POST', verb: 'retract', participle: 'retracted' },
  { method: 'DELETE', verb: 'restore', participle: 'restored' },
] as const
