import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { endpointPath, nearestPeriod, toTimestamp } from './request-counts.ts'

const dayMs = 86_400_000

/** Statistics of the requests of the last 24 hours. */
export const RequestSummary = z.object({
  window: z.literal('24h'),
  requests: z.int(),
  errors_4xx: z.int(),
  errors_5xx: z.int(),
  avg_duration_ms: z.number().nullable(),
  top_endpoint: z.object({ method: z.string(), path: z.string(), count: z.int() }).nullable(),
  top_user: z.object({ id: z.int(), name: z.string(), count: z.int() }).nullable(),
})
export type RequestSummary = z.output<typeof RequestSummary>

/** Returns the statistics of the last 24 hours to the millisecond, by one statement. */
export async function summarizeRequests(read: Read): Promise<RequestSummary> {
  const from = Date.now() - dayMs
  const counted_from = nearestPeriod(from)
  const edge = [from, counted_from].toSorted((a, b) => a - b)
  const sign = from < counted_from ? 1 : -1
  const values = [...[...edge, counted_from].map(toTimestamp), sign]
  const [row] = await read<RequestSummary>({ text, values })
  if (!row) throw new Error('An aggregate without GROUP BY returned no row.')
  return row
}

// Adds the counts of the periods from the one on that begins nearest to the start of the window. The rows between are
// added too, or subtracted if that period begins before the window; a name of a user may then be one of these rows.
const text = `with edge as (
    select method, ${endpointPath} as path, user_id, max(user_name) as user_name, status, $4::int * count(*) as requests,
      $4::int * sum(duration_ms) as duration_ms
    from request_logs where created_at >= $1::timestamptz and created_at < $2::timestamptz group by 1, 2, 3, 5
  ), statuses as (
    select status, requests, duration_ms from request_counts_by_status where period >= $3::timestamptz
    union all select status, requests, duration_ms from edge
  ), endpoints as (
    select method, path, requests from request_counts_by_endpoint where period >= $3::timestamptz
    union all select method, path, requests from edge
  ), users as (
    select user_id, user_name, requests from request_counts_by_user where period >= $3::timestamptz
    union all select user_id, user_name, requests from edge where user_id is not null
  )
  select '24h' as window,
    coalesce(sum(requests), 0) as requests,
    coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
    coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
    round(sum(duration_ms) / nullif(sum(requests), 0), 1) as avg_duration_ms,
    (select json_build_object('method', method, 'path', path, 'count', count) from (
      select method, path, sum(requests) as count from endpoints group by 1, 2 having sum(requests) > 0 order by 3 desc, 1, 2 limit 1
    ) as top) as top_endpoint,
    (select json_build_object('id', id, 'name', name, 'count', count) from (
      select user_id as id, max(user_name) as name, sum(requests) as count from users group by 1 having sum(requests) > 0 order by 3 desc, 1 limit 1
    ) as top) as top_user
  from statuses`
