import type { EntityName } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireWriter } from '../access/policy.ts'
import type { Provenance } from '../record/provenance.ts'
import { insertStored } from './insert.ts'
import { addEntries, addHistory, type Journaled } from './save.ts'

/** Takes the soft deletion of a record back. */
export function undelete(
  em: EntityManager,
  actor: Actor,
  record: Journaled & { deleted_at: string | null },
): void {
  requireWriter(actor)
  record.deleted_at = null
  record.updated_by = actor.by
  addHistory(em, actor, record, 'restored', {})
}

/** Inserts the row of a deleted record again, with its id, its author and the time of its creation. */
export async function restoreRecord<T extends object>(
  em: EntityManager,
  actor: Actor,
  entity: EntityName<T>,
  values: { id: number; created_at: string; created_by: Provenance; [name: string]: unknown },
): Promise<void> {
  requireWriter(actor)
  const now = new Date().toISOString()
  await insertStored(em, entity, { ...values, updated_by: actor.by, updated_at: now })
  await addEntries(em, actor, entity, [{ id: values.id, event: 'restored', changes: {} }])
}
