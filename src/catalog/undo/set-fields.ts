import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { RecordRef } from '../../journal/history.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault } from '../../record/fault.ts'
import { validate } from '../../record/validation/validate.ts'
import type { Written } from '../../record/warning.ts'
import { recordWrites } from './record-writes.ts'

/** A record whose fields were set, with the fields and what the change of its kind returned. */
export type SetRecord = RecordRef & { values: Record<string, unknown> } & Partial<Written<object>>

/** Sets fields of a record by the change of its kind, which validates them. */
export async function setFields(
  em: EntityManager,
  actor: Actor,
  { record_type, record_id }: RecordRef,
  values: Record<string, unknown>,
): Promise<SetRecord> {
  const writes = recordWrites.get(record_type)
  if (!writes) throw new Fault('conflict', phrase('refusal.cannotRevertKind'))
  const answer = await writes.change(
    em,
    actor,
    record_id,
    validate(writes.body, values),
    async () => undefined,
  )
  return { ...(answer as object | undefined), record_type, record_id, values }
}

/** Returns the fields of a type of record that its change may set. */
export function settableFields(record_type: string): object {
  return recordWrites.get(record_type)?.body.shape ?? {}
}
