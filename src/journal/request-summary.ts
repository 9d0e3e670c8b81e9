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

const text = `with recent as (select * from request_logs where created_at >= now() - interval '24 hours')
  select '24h' as window,
    count(*) as requests,
    count(*) filter (where status between 400 and 499) as errors_4xx,
    count(*) filter (where status >= 500) as errors_5xx,
    round(avg(duration_ms), 1) as avg_duration_ms,
    (select json_build_object('method', method, 'path', path, 'count', count)
      from (select method, coalesce(route, path) as path, count(*) from recent group by 1, 2 order by 3 desc, 1, 2 limit 1)
      as top) as top_endpoint,
    (select json_build_object('id', id, 'name', name, 'count', count)
      from (select user_id as id, max(user_name) as name, count(*) from recent where user_id is not null
        group by 1 order by 3 desc, 1 limit 1) as top) as top_user
  from recent`
