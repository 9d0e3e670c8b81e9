import { sql } from 'kysely'
import { degreeOf } from '../../record/list/sort.ts'
import { severities } from '../vocabulary.ts'

/** The statuses of a signal about which nothing is left to do. */
const settledStatuses = ['resolved', 'dismissed']

/** Returns whether a signal of this status is settled. */
export function isSettled(status: unknown): boolean {
  return settledStatuses.some((settled) => settled === status)
}

/** The condition on a row of `signals`: the signal is neither resolved nor dismissed. Indexes have the same text. */
export const isUnresolved = sql<boolean>`"status" in ('open', 'acknowledged', 'in-progress')`

/** The order of signals, unresolved ones first, the most severe of them first, then newest first. */
export const signalUrgency = [
  sql`(case when ${isUnresolved} then ${degreeOf(severities, 'severity')} end) desc nulls last`,
  sql`"id" desc`,
]
