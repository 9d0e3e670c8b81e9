import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import type { RecordRef } from '../../journal/history.ts'
import { Fault } from '../../record/fault.ts'
import type { Provenance } from '../../record/provenance.ts'
import { prose } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { findDependents } from './dependents.ts'
import { type End, recordWrites } from './record-writes.ts'
import { stillUsed } from './refusal.ts'
import { type SetRecord, setFields } from './set-fields.ts'

const noReason = 'no reason given'

/** Why records are withdrawn. */
export const WithdrawalReason = z.strictObject({ reason: nullable(prose(500)).optional() })

/** Returns whether the creation of records of a type can be withdrawn. */
export function canWithdraw(record_type: string): boolean {
  const writes = recordWrites.get(record_type)
  return writes?.end !== undefined || writes?.remove !== undefined
}

/** Returns whether a record has the status in which its kind is withdrawn. */
export function isEnded(record_type: string, record: Record<string, unknown>): boolean {
  const end = recordWrites.get(record_type)?.end
  return end !== undefined && hasEnded(end, record[end.column])
}

/**
 * Withdraws a record that `author` created by mistake, by the end of its kind: a status, a retraction or its deletion.
 * The caller has locked it.
 *
 * @throws Fault `conflict` if it has ended already, or if records of others rest on it, or any records on one to delete
 */
export async function withdraw(
  em: EntityManager,
  actor: Actor,
  { record, author }: { record: RecordRef; author: Provenance },
): Promise<SetRecord | undefined> {
  const writes = recordWrites.get(record.record_type)
  if (!writes?.end && !writes?.remove) throw new Fault('conflict', 'Such a record cannot be withdrawn.')
  const dependents = await findDependents(em, record)
  const blocking = writes.remove
    ? dependents
    : dependents.filter(({ created_by }) => !isSameAuthor(created_by, author))
  if (blocking.length > 0) throw stillUsed(blocking)
  if (writes.end) return setFields(em, actor, record, writes.end.values(actor.reason ?? noReason))
  await writes.remove?.(em, actor, record.record_id)
  return undefined
}

/** Returns whether two records have the same author. */
export function isSameAuthor(one: Provenance, other: Provenance): boolean {
  return one.type === other.type && one.id === other.id
}

function hasEnded({ value }: End, stored: unknown): boolean {
  return value === null ? stored !== null : stored === value
}
