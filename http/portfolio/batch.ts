import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { answerKeys } from '../../src/portfolio/kinds.ts'
import { operationNames, operations } from '../../src/portfolio/operations.ts'
import { recordEtag } from '../../src/portfolio/records.ts'
import { batch } from '../../src/portfolio/write-api/batch.ts'
import { warningList } from '../answers/response-schemas.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction, visibleChange, visibleCreation } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { contextsOf } from './envelope.ts'
import { ofProposal, type Shown, withoutIds } from './held-write.ts'
import { context, etag, message, writeExtras } from './response.ts'

const Result = z
  .looseObject({
    operation: z.enum(operationNames),
    status: z.literal([200, 201]).describe('The status of the single write'),
    ref: z.string().nullable(),
    etag,
    warnings: warningList,
    context,
  })
  .describe('The answer of the operation, with its record as the route of the operation returns it')

const answer = z.object({ message, results: z.array(Result), ...writeExtras })

/** Registers the route that runs several operations in one transaction. */
export function batchRoutes(app: Server): void {
  app.post(
    '/batch',
    {
      config: { operation: 'batch' },
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
        visible: ({ results }) => ({ results: results.map(visibleTo(request)) }),
        inDryRun: async (answer) => ({
          ...answer,
          results: await dryRunResults(request, answer.results as Shown[]),
        }),
      }),
  )
}

function visibleTo(request: FastifyRequest) {
  const { operations } = request.body as { operations: { body: object }[] }
  return ({ kind, record, ...rest }: OperationResult, index: number) => {
    const shown = { ...rest, etag: recordEtag(kind, record), [answerKeys(kind).one]: record }
    return rest.status === 201
      ? visibleCreation(request, shown)
      : visibleChange(request, shown, operations[index]?.body)
  }
}

async function dryRunResults(request: FastifyRequest, results: Shown[]) {
  const answers = results.map((answer) => ({
    kind: operations[answer.operation].kind,
    answer,
  }))
  const contexts = await contextsOf(request, answers)
  return answers.map(({ answer }, index) => ({
    ...withoutIds(answer),
    status: 200,
    context: contexts[index],
  }))
}
