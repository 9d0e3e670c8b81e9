import type { EntityManager } from '@mikro-orm/postgresql'
import { lock } from '../database/lock.ts'

// The field of each kind of record that names records of the same kind.
const linkFields: Record<string, string> = { decision: 'evidence', task: 'blocked_by' }

/**
 * Waits, if a change sets links between records of one kind, until no other transaction changes such links. Called
 * before the row of the changed record is locked: storing a link locks the named row too, so two records that name
 * each other would deadlock, and neither transaction would see the link of the other.
 */
export async function lockLinks(em: EntityManager, recordType: string, values: object): Promise<void> {
  const field = linkFields[recordType]
  if (field && (values as Record<string, unknown>)[field] !== undefined) await lock(em, `${recordType}.links`)
}
