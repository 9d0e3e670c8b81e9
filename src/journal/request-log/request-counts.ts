import { sql } from 'kysely'
import type { EntityManager } from '../../database/transaction.ts'

/**
 * Length of the periods in which requests are counted: by status and duration, by endpoint, by user, and by endpoint,
 * status and token. Statistics read these counts instead of every row of the log. The statement that stores requests
 * also counts them.
 */
const periodMs = 1_800_000

/** The lower bounds of the ranges by which durations are counted, in milliseconds. */
export const durationBounds = [
  0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000,
  10_000, 15_000, 20_000, 30_000,
]

/** The endpoint of a request: its route pattern, or its path if no route matched. */
export const endpointPath = 'coalesce(route, path)'

const boundsSql = `'{${durationBounds}}'::int[]`
/** The lower bound of the range in which the duration of a request lies. */
export const durationFrom = `(${boundsSql})[width_bucket(duration_ms, ${boundsSql})]`

const period = `date_bin('${periodMs} milliseconds', created_at, '2000-01-01T00:00Z')`

// Every process locks the counts in the same order, so that two batches cannot wait for each other.
const countBatch = `
  statuses as (
    insert into request_counts_by_status as stored (period, status, duration_from_ms, requests, duration_ms)
    select ${period}, status, ${durationFrom}, count(*), sum(duration_ms) from batch group by 1, 2, 3 order by 1, 2, 3
    on conflict (period, status, duration_from_ms) do update
      set requests = stored.requests + excluded.requests, duration_ms = stored.duration_ms + excluded.duration_ms
  ), endpoints as (
    insert into request_counts_by_endpoint as stored (period, method, path, requests)
    select ${period}, method, ${endpointPath}, count(*) from batch group by 1, 2, 3 order by 1, 2, 3
    on conflict (period, method, path) do update set requests = stored.requests + excluded.requests
  ), users as (
    insert into request_counts_by_user as stored (period, user_id, user_name, requests)
    select ${period}, user_id, max(user_name), count(*) from batch where user_id is not null group by 1, 2 order by 1, 2
    on conflict (period, user_id) do update
      set requests = stored.requests + excluded.requests, user_name = greatest(stored.user_name, excluded.user_name)
  ), tokens as (
    insert into request_counts_by_token as stored (period, method, path, status, token_id, token_name, requests)
    select ${period}, method, ${endpointPath}, status, coalesce(token_id, 0), max(token_name), count(*)
    from batch group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (period, method, path, status, token_id) do update
      set requests = stored.requests + excluded.requests, token_name = greatest(stored.token_name, excluded.token_name)
  )`

const columns = `request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name,
  token_id, token_name, user_agent, code, errors, created_at`

/** The statement that stores and counts the requests of a JSON array. */
export const insertRequests = `with batch as materialized (
    select ${columns} from jsonb_populate_recordset(null::request_logs, $1::jsonb)
  ), ${countBatch}
  insert into request_logs (${columns}) select ${columns} from batch`

/** The tables of the counts. */
export const countTables = [
  'request_counts_by_status',
  'request_counts_by_endpoint',
  'request_counts_by_user',
  'request_counts_by_token',
]

/** Removes the counts of periods before a timestamp. */
export async function removeCountsBefore(em: EntityManager, time: string): Promise<void> {
  for (const table of countTables)
    await sql`delete from ${sql.table(table)} where period < ${time}`.execute(em.getKysely())
}

/** A range that statistics add up: the counted periods, and the rows of the log before and after these. */
export type CountedRange = Record<`${'counted' | 'before' | 'after'}_${'from' | 'to'}`, string>

/**
 * Splits the time from `from` to `to` (milliseconds, inclusive) into its full periods, from `counted_from` to before
 * `counted_to`, and the time before and after them. With `isCounted` false there are no counts for the filter, so all
 * of the time is before.
 */
export function countedRange(
  { from, to = Number.POSITIVE_INFINITY }: { from: number; to?: number | undefined },
  isCounted: boolean,
): CountedRange {
  const first = isCounted ? Math.ceil(from / periodMs) * periodMs : Number.POSITIVE_INFINITY
  const end = isCounted ? Math.max(first, Math.floor((to + 1) / periodMs) * periodMs) : first
  return {
    counted_from: toTimestamp(first),
    counted_to: toTimestamp(end),
    before_from: toTimestamp(from),
    before_to: toTimestamp(Math.min(first - 1, to)),
    after_from: toTimestamp(end),
    after_to: toTimestamp(to),
  }
}

/** Returns the start of a period that is nearest to a time in milliseconds. */
export function nearestPeriod(time: number): number {
  return Math.round(time / periodMs) * periodMs
}

/** Converts milliseconds to a timestamp that PostgreSQL reads, which may be infinite. */
export function toTimestamp(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString() : 'infinity'
}
