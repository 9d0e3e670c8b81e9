import { type RawBuilder, sql } from 'kysely'
import { param } from '../database/statement.ts'
import { isUnfinished } from './task/status.ts'

/** A query whose overdue records are those of `today`. Only the web interface sends a day; the APIs count in UTC. */
export type OverdueQuery = { today?: string | undefined }

// The current date in UTC, regardless of the time zone of the server.
const utcToday = sql`(now() at time zone 'UTC')::date`

/** Returns the condition on a row of `decisions`: the decision is active and its review is overdue. */
export function overdueReview(query: object): RawBuilder<boolean> {
  return sql<boolean>`(status = 'active' and review_at < ${todayOf(query)})`
}

/** Returns the condition on a row of `tasks`: the task is overdue and neither done nor cancelled. */
export function overdueTask(query: object): RawBuilder<boolean> {
  return sql<boolean>`(${isUnfinished()} and due_at < ${todayOf(query)})`
}

function todayOf({ today }: OverdueQuery) {
  return today === undefined ? utcToday : sql`${param('today')}::date`
}
