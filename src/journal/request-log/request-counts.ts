import { sql } from 'kysely'
import { param, statement } from '../../database/statement.ts'

/** The length of the periods in which requests are counted, by endpoint, status, user and token. */
export const periodMs = 1_800_000

/** The endpoint of a request: its route pattern, or its path if no route matched. */
export const endpointPath = sql<string>`coalesce(route, path)`

const columns = sql`request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name,
  token_id, token_name, user_agent, client, trace_id, code, errors, created_at`

/**
 * The statement that stores and counts the requests of a JSON array. Every process locks the counts in the order of
 * their key, so that two batches cannot wait for each other.
 */
export const insertRequests = statement(
  'requests.insert',
  { rows: '[]' },
  () => sql`
  with batch as materialized (
    select ${columns} from jsonb_populate_recordset(null::request_logs, ${param('rows')}::jsonb)
  ), counted as (
    insert into request_counts as stored
      (period, method, path, status, user_id, token_id, user_name, token_name, requests, duration_ms, max_duration_ms)
    select date_bin(${sql.lit(`${periodMs} milliseconds`)}, created_at, '2000-01-01T00:00Z'), method, ${endpointPath}, status,
      coalesce(user_id, 0), coalesce(token_id, 0), max(user_name), max(token_name), count(*), sum(duration_ms),
      max(duration_ms)
    from batch group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (period, method, path, status, user_id, token_id) do update set
      user_name = greatest(stored.user_name, excluded.user_name),
      token_name = greatest(stored.token_name, excluded.token_name),
      requests = stored.requests + excluded.requests, duration_ms = stored.duration_ms + excluded.duration_ms,
      max_duration_ms = greatest(stored.max_duration_ms, excluded.max_duration_ms)
  )
  insert into request_logs (${columns}) select ${columns} from batch`,
)

/** Returns the start of the period of a time in milliseconds, as a timestamp. */
export function startOfPeriod(time: number): string {
  return new Date(time - (time % periodMs)).toISOString()
}
