import { sql } from 'kysely'
import type { EntityManager } from '../database/unit-of-work.ts'

/**
 * Length of the periods in which requests are counted by status and duration, by endpoint and by user. Statistics read
 * these counts instead of every row of the log. The statement that stores requests also counts them.
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
  )`

const columns = `request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name,
  token_id, token_name, user_agent, created_at`

/** The statement that stores and counts the requests of a JSON array. */
export const insertRequests = `with batch as materialized (
    select ${columns} from jsonb_populate_recordset(null::request_logs, $1::jsonb)
  ), ${countBatch}
  insert into request_logs (${columns}) select ${columns} from batch`

/** Removes the counts of periods before a timestamp. */
export async function removeCountsBefore(em: EntityManager, time: string): Promise<void> {
  for (const table of ['request_counts_by_status', 'request_counts_by_endpoint', 'request_counts_by_user'])
    await sql`delete from ${sql.table(table)} where period < ${time}`.execute(em.getKysely())
}

/**
 * Returns the whole periods between two times in milliseconds, both inclusive: those from `counted_from` to before
 * `counted_to`. The requests before and after these periods must be counted from the rows of the log.
 */
export function countedPeriods({ from, to = Number.POSITIVE_INFINITY }: { from: number; to?: number }) {
  const counted_from = Math.ceil(from / periodMs) * periodMs
  const counted_to = Math.max(counted_from, Math.floor((to + 1) / periodMs) * periodMs)
  return { counted_from, counted_to }
}

/** Returns the start of a period that is nearest to a time in milliseconds. */
export function nearestPeriod(time: number): number {
  return Math.round(time / periodMs) * periodMs
}

/** Converts milliseconds to a timestamp that PostgreSQL reads, which may be infinite. */
export function toTimestamp(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString() : 'infinity'
}
