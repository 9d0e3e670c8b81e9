import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { answerKeys } from '../../src/portfolio/kinds.ts'
import { operationNames, operations } from '../../src/portfolio/operations.ts'
import { contextPlace, contextType, PlaceContext } from '../../src/portfolio/place-context.ts'
import { recordEtag } from '../../src/portfolio/records.ts'
import { batch } from '../../src/portfolio/write-api/batch.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction, visibleChange, visibleCreation } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { contextsOf } from './envelope.ts'
import { ofProposal, type Shown, unstoredResults } from './held-write.ts'
import { etag, message, writeExtras } from './response.ts'

const Result = z
  .looseObject({
    operation: z.enum(operationNames),
    status: z.literal([200, 201]).describe('The status of the single write'),
    ref: z.string().nullable(),
    etag,
    warnings: writeExtras.warnings,
    context: PlaceContext.partial()
      .extend({
        same_as: z
          .string()
          .optional()
          .meta({ examples: ['operations.0'] }),
        outcomes_same_as: z
          .string()
          .optional()
          .meta({ examples: ['operations.0'] }),
      })
      .optional()
      .describe(
        'In a dry run: the context of the place, or the earlier operation that has the same; likewise the outcomes of decisions of its type',
      ),
  })
  .describe('The answer of the operation, with its record as the route of the operation returns it')

const answer = z.object({ message, results: z.array(Result), ...writeExtras })

/** Registers the route that runs several operations in one transaction. */
export function batchRoutes(app: Server): void {
  app.post(
    '/batch',
    {
      config: { operation: 'batch', conditionalOperations: true },
      schema: {
        operationId: 'runBatch',
        tags: ['Portfolio'],
        summary: batch.summary,
        description: batch.description,
        body: batch.body,
        querystring: WriteQuery,
        response: { 200: answer, 202: answer.extend(ofProposal) },
      },
    },
    (request, reply) =>
      respondAction(request, reply, (em, actor) => batch.run(em, actor, request.body), {
        message: request.query.dry_run ? 'Batch would be applied.' : 'Batch applied.',
        visible: ({ results }) => ({ results: shownResults(request, results) }),
        inDryRun: async (answer) => ({
          ...answer,
          results: await dryRunResults(request, answer.results as Shown[]),
        }),
      }),
  )
}

/** Returns the results of the operations of a batch, each as its route answers the caller. */
export function shownResults(request: FastifyRequest, results: OperationResult[]) {
  const { operations } = request.body as { operations: { body: object }[] }
  return results.map((result, index) => shownResult(request, result, operations[index]?.body))
}

/** Returns the result of an operation with this body as its route answers the caller. */
export function shownResult(
  request: FastifyRequest,
  { kind, record, ...rest }: OperationResult,
  body: unknown,
) {
  const shown = { ...rest, etag: recordEtag(kind, record), [answerKeys(kind).one]: record }
  return rest.status === 201 ? visibleCreation(request, shown) : visibleChange(request, shown, body)
}

/** Returns the results of operations in a dry run. */
export async function dryRunResults(request: FastifyRequest, results: Shown[]) {
  const answers = results.map((answer) => ({
    kind: operations[answer.operation].kind,
    answer,
  }))
  const contexts = await contextsOf(request, answers)
  const shown = unstoredResults(results).results
  const records = answers.map(({ kind, answer }) => ({
    kind,
    record: answer[answerKeys(kind).one] as object,
  }))
  const places = records.map(({ kind, record }) => JSON.stringify(contextPlace(kind, record)))
  const types = records.map(({ kind, record }) => contextType(kind, record))
  return contexts.map(({ outcomes, ...ofPlace }, index) => {
    const place = places.indexOf(places[index] ?? '')
    const type = types.indexOf(types[index])
    const context = {
      ...(place === index ? ofPlace : { same_as: `operations.${place}` }),
      ...(types[index] !== undefined &&
        (type === index ? { outcomes } : { outcomes_same_as: `operations.${type}` })),
    }
    return { ...shown[index], status: 200, context }
  })
}
