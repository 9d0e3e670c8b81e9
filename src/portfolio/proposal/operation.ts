import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../record/fault.ts'
import { PathId } from '../../record/rules/id.ts'
import { validate } from '../../record/validation/validate.ts'
import type { Written } from '../../record/written.ts'
import { changesRecord } from '../batch/operation.ts'
import { runBatch } from '../batch/run.ts'
import { kindAt, kinds } from '../kinds.ts'
import { recordName } from '../place/find.ts'
import { batch } from '../write-api/batch.ts'
import { type Operation, writes } from '../write-api/writes.ts'

/** A request of the write API: its operation, the id or slug in its path, and its body. */
export type OperationRequest = {
  operation: Operation | 'batch'
  method: string
  path: string
  key: string | null
  body: Record<string, unknown>
}

type Row = { id: number; slug?: string }
type Run = (em: EntityManager, actor: Actor, ...input: unknown[]) => Promise<Written<Row>>

/** Runs one operation, validated as if it was sent now. Returns the records that it wrote, those of a batch in its order. */
export async function runOperation(
  em: EntityManager,
  actor: Actor,
  { operation, key, body }: Pick<OperationRequest, 'operation' | 'key' | 'body'>,
): Promise<{ kind: ReturnType<typeof kindAt>; record: Row }[]> {
  if (operation === 'batch') {
    const { results } = await runBatch(em, actor, validate(batch.body, body))
    return results.map(({ kind, record }) => ({ kind, record }))
  }
  const { path, body: schema } = writes[operation]
  const kind = kindAt(path)
  const input = validate(schema as typeof batch.body, body)
  const run = writes[operation].run as unknown as Run
  const { record } = changesRecord(operation)
    ? await run(em, actor, nameOf(kind, key ?? ''), input, async () => undefined)
    : await run(em, actor, input)
  return [{ kind, record }]
}

function nameOf(kind: ReturnType<typeof kindAt>, key: string): unknown {
  if (kinds[kind].hasSlug) return recordName(key)
  const { data } = PathId.safeParse(key)
  if (data === undefined) throw notFound()
  return data
}
