import { z } from 'zod'
import type { Read } from '../database/read.ts'

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

/** Returns the statistics of the last 24 hours, in one statement. */
export async function summarizeRequests(read: Read): Promise<RequestSummary> {
  const [row] = await read<RequestSummary>({ text, values: [] })
  if (!row) throw new Error('An aggregate without GROUP BY returned no row.')
  return row
}

// The rows are counted by endpoint and user first, so that they are read and grouped once.
const text = `with recent as (
    select method, coalesce(route, path) as path, user_id, max(user_name) as user_name, count(*) as requests,
      count(*) filter (where status between 400 and 499) as errors_4xx,
      count(*) filter (where status >= 500) as errors_5xx,
      sum(duration_ms) as duration_ms
    from request_logs where created_at >= now() - interval '24 hours' group by 1, 2, 3
  )
  select '24h' as window,
    coalesce(sum(requests), 0) as requests,
    coalesce(sum(errors_4xx), 0) as errors_4xx,
    coalesce(sum(errors_5xx), 0) as errors_5xx,
    round(sum(duration_ms) / sum(requests), 1) as avg_duration_ms,
    (select json_build_object('method', method, 'path', path, 'count', count)
      from (select method, path, sum(requests) as count from recent group by 1, 2 order by 3 desc, 1, 2 limit 1)
      as top) as top_endpoint,
    (select json_build_object('id', id, 'name', name, 'count', count)
      from (select user_id as id, max(user_name) as name, sum(requests) as count from recent where user_id is not null
        group by 1 order by 3 desc, 1 limit 1) as top) as top_user
  from recent`
