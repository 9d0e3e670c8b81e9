import type { EntityManager } from '@mikro-orm/postgresql'
import { lock } from '../database/lock.ts'

// The fields of each kind of record whose change may set or end links to records of the same kind. A task that is
// finished ends the wait of others.
const linkFields: Record<string, string[]> = { decision: ['evidence'], task: ['blocked_by', 'status'] }

/**
 * Waits, if a change sets links between records of one kind, until no other transaction changes such links. Called
 * before the row of the changed record is locked: storing a link locks the named row too, so two records that name
 * each other would deadlock, and neither transaction would see the link of the other.
 */
export async function lockLinks(em: EntityManager, recordType: string, values: object): Promise<void> {
  const sent = values as Record<string, unknown>
  const setsLinks = linkFields[recordType]?.some((field) => sent[field] !== undefined)
  if (setsLinks) await lock(em, `${recordType}.links`)
}
