import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { RecordRef } from '../../journal/history.ts'
import { Fault } from '../../record/fault.ts'
import { validate } from '../../record/validation/validate.ts'
import { recordWrites } from './record-writes.ts'

/** Sets fields of a record by the change of its kind, which validates them. */
export async function setFields(
  em: EntityManager,
  actor: Actor,
  { record_type, record_id }: RecordRef,
  values: Record<string, unknown>,
): Promise<void> {
  const writes = recordWrites.get(record_type)
  if (!writes) throw new Fault('conflict', 'Changes of such records cannot be reverted.')
  await writes.change(em, actor, record_id, validate(writes.body, values), async () => undefined)
}

/** Returns the fields of a type of record that its change may set. */
export function settableFields(record_type: string): object {
  return recordWrites.get(record_type)?.body.shape ?? {}
}
