import { sql } from 'kysely'
import { isUnfinished } from './task/status.ts'

/** The current date in UTC, regardless of the time zone of the server. */
export const today = sql`(now() at time zone 'UTC')::date`

/** Condition on a row of `decisions`: the decision is active and its review is overdue. */
export const overdueReview = sql<boolean>`(status = 'active' and review_at < ${today})`

/** Condition on a row of `tasks`: the task is overdue and neither done nor cancelled. */
export const overdueTask = sql<boolean>`(${sql.raw(isUnfinished)} and due_at < ${today})`
