import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../record/fault.ts'
import { validate } from '../../record/validation/validate.ts'
import { type OperationResult, runBatch } from '../batch/run.ts'
import { nameOfKey, namesRecord, runOperation } from '../operation.ts'
import { operations } from '../operations.ts'
import type { OperationName } from '../records.ts'
import { batch } from '../write-api/batch.ts'

/** A request of the write API: its operation, the id or slug in its path, and its body. */
export type OperationRequest = {
  operation: OperationName | 'batch'
  method: string
  path: string
  key: string | null
  body: Record<string, unknown>
}

/** Runs the operation of a request, validated as if it was sent now. Returns its result, or those of a batch in its order. */
export async function runRequest(
  em: EntityManager,
  actor: Actor,
  { operation, key, body }: Pick<OperationRequest, 'operation' | 'key' | 'body'>,
): Promise<OperationResult[]> {
  if (operation === 'batch') return (await runBatch(em, actor, validate(batch.body, body))).results
  const single = operations[operation]
  const { kind } = single
  const input = validate(single.body, body)
  const name = nameOfKey(kind, key ?? '')
  const isChange = namesRecord(single)
  if (isChange && name === undefined) throw notFound()
  const written = await runOperation(em, actor, single, { name, input })
  return [{ operation, kind, status: isChange ? 200 : 201, ref: null, ...written }]
}
