import { sql } from 'kysely'

/** The order of decisions: active ones first, by the day of their review, then newest first. */
export const decisionUrgency = [sql`(case when "status" = 'active' then "review_at" end)`, sql`"id" desc`]
