import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../record/fault.ts'
import { validate } from '../../record/validation/validate.ts'
import { runBatch } from '../batch/run.ts'
import type { RoutedKind } from '../kinds.ts'
import { nameOfKey, namesRecord, runOperation, type WrittenRow } from '../operation.ts'
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

/** Runs the operation of a request, validated as if it was sent now. Returns the records that it wrote, those of a batch in its order. */
export async function runRequest(
  em: EntityManager,
  actor: Actor,
  { operation, key, body }: Pick<OperationRequest, 'operation' | 'key' | 'body'>,
): Promise<{ kind: RoutedKind; record: WrittenRow }[]> {
  if (operation === 'batch') {
    const { results } = await runBatch(em, actor, validate(batch.body, body))
    return results.map(({ kind, record }) => ({ kind, record }))
  }
  const single = operations[operation]
  const { kind } = single
  const input = validate(single.body, body)
  const name = nameOfKey(kind, key ?? '')
  if (namesRecord(single) && name === undefined) throw notFound()
  const { record } = await runOperation(em, actor, single, { name, input })
  return [{ kind, record }]
}
