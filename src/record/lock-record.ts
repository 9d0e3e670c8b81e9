import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { lock } from '../database/lock.ts'
import { notFound } from './fault.ts'

/**
 * Returns a record and locks its row until the transaction ends.
 *
 * @throws Fault `not_found` if there is no such record
 */
export async function lockRecord<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
): Promise<T> {
  const record = await em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!record) throw notFound()
  return record
}

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

/**
 * Checks the caller's `If-Match` against a locked row. Throws `precondition_failed` if the row has changed
 * since the caller read it.
 */
export type Precondition = () => Promise<void>
