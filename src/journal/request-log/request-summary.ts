import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { dayMs } from '../../record/rules/day.ts'
import { startOfPeriod } from './request-counts.ts'

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

/** Returns the start of the period that contains the moment 24 hours ago. */
export function dayAgo(): string {
  return startOfPeriod(Date.now() - dayMs)
}

/** Returns the statistics of the requests since `dayAgo()`. */
export function summarizeRequests(read: Read): Promise<RequestSummary> {
  return readRow(read, selectSummary({ since: dayAgo() }))
}

const selectSummary = statement(
  'requests.summary',
  { since: '2026-11-20T10:00:00Z' },
  () => sql<RequestSummary>`
  with counted as materialized (
    select method, path, status, user_id, max(user_name) as user_name, sum(requests) as requests,
      sum(duration_ms) as duration_ms
    from request_counts where period >= ${param('since')}::timestamptz group by 1, 2, 3, 4
  )
  select '24h' as window,
    coalesce(sum(requests), 0) as requests,
    coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
    coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
    round(sum(duration_ms) / sum(requests), 1) as avg_duration_ms,
    (select json_build_object('method', method, 'path', path, 'count', sum(requests))
      from counted group by method, path order by sum(requests) desc, method, path limit 1) as top_endpoint,
    (select json_build_object('id', user_id, 'name', max(user_name), 'count', sum(requests))
      from counted where user_id > 0 group by user_id order by sum(requests) desc, user_id limit 1) as top_user
  from counted`,
)
