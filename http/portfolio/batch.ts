import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerKeys } from '../../src/catalog/answer-keys.ts'
import type { OperationResult } from '../../src/portfolio/batch/run.ts'
import { kindAt } from '../../src/portfolio/kinds.ts'
import { recordEtag } from '../../src/portfolio/shown-record.ts'
import { batch } from '../../src/portfolio/write-api/batch.ts'
import { operations, writes } from '../../src/portfolio/write-api/writes.ts'
import { warningList, writeExtras } from '../answers/response-schemas.ts'
import { visibleChange, visibleCreation } from '../routes/visible-result.ts'
import { respondAction, WriteQuery } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { context, etag, message } from './response.ts'
import { contextsOf } from './with-context.ts'

const Result = z
  .looseObject({
    operation: z.enum(operations),
    status: z.literal([200, 201]).describe('The status of the single write'),
    ref: z.string().nullable(),
    etag,
    warnings: warningList,
    context,
  })
  .describe('The answer of the operation, with its record as the route of the operation returns it')

/** Registers the route that runs several operations in one transaction. */
export function batchRoutes(app: Server): void {
  app.post(
    '/batch',
    {
      schema: {
        operationId: 'runBatch',
        tags: ['Portfolio'],
        summary: batch.summary,
        description: batch.description,
        body: batch.body,
        querystring: WriteQuery,
        response: { 200: z.object({ message, results: z.array(Result), ...writeExtras }) },
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

// The result of an operation as its own route answers it: the record is under the name of its kind.
type Shown = Pick<OperationResult, 'operation' | 'status'> & { [name: string]: unknown }

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
    kind: kindAt(writes[answer.operation].path),
    answer,
  }))
  const contexts = await contextsOf(request, answers)
  return answers.map(({ kind, answer }, index) => {
    const { one } = answerKeys(kind)
    const record = answer[one] as StoredResult
    return {
      ...answer,
      status: 200,
      etag: undefined,
      [one]: answer.status === 201 ? withoutIds(record) : record,
      context: contexts[index],
    }
  })
}

type StoredResult = { id: number; tasks?: { id: number; product_decision_id: number }[] }

// A record that would be created has no id, and neither have its tasks.
function withoutIds({ id: _, tasks, ...record }: StoredResult): object {
  const nested = tasks?.map(({ id: _, product_decision_id: __, ...task }) => task)
  return { ...record, ...(nested && { tasks: nested }) }
}
