import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { dayMs } from '../../record/rules/day.ts'
import { endpointPath, nearestPeriod, toTimestamp } from './request-counts.ts'

const minuteMs = 60_000

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

/** Returns the statistics of the last 24 hours, from the start of a minute on. */
export async function summarizeRequests(read: Read): Promise<RequestSummary> {
  const from = Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs
  const { statuses, endpoints, users } = await countsAtEdge(read, from)
  const values = [toTimestamp(nearestPeriod(from)), statuses, endpoints, users]
  return readRow<RequestSummary>(read, { text: selectSummary, values })
}

/** JSON arrays of counts, to be added to those of the periods. */
type EdgeCounts = { statuses: string; endpoints: string; users: string }

const edges = new WeakMap<Read, { from: number; counts: Promise<EdgeCounts> }>()

/**
 * Returns the counts of the requests between the start of the window and the nearest start of a period: negative counts
 * if the period starts first. They are read once a minute, because requests of the day before do not change.
 */
function countsAtEdge(read: Read, from: number): Promise<EdgeCounts> {
  const known = edges.get(read)
  if (known?.from === from) return known.counts
  const counts = countEdge(read, from)
  edges.set(read, { from, counts })
  counts.catch(() => edges.get(read)?.counts === counts && edges.delete(read))
  return counts
}

async function countEdge(read: Read, from: number): Promise<EdgeCounts> {
  const period = nearestPeriod(from)
  const [start, end] = [Math.min(from, period), Math.max(from, period)]
  const values = [toTimestamp(start), toTimestamp(end), from < period ? 1 : -1]
  return readRow<EdgeCounts>(read, { text: selectEdge, values })
}

const jsonOf = (name: string) => `(select coalesce(json_agg(${name}), '[]')::text from ${name}) as ${name}`
const selectEdge = `with edge as (
    select method, ${endpointPath} as path, user_id, max(user_name) as user_name, status, $3::int * count(*) as requests,
      $3::int * sum(duration_ms) as duration_ms
    from request_logs where created_at >= $1::timestamptz and created_at < $2::timestamptz group by 1, 2, 3, 5
  ), statuses as (
    select status, sum(requests) as requests, sum(duration_ms) as duration_ms from edge group by 1
  ), endpoints as (
    select method, path, sum(requests) as requests from edge group by 1, 2
  ), users as (
    select user_id, max(user_name) as user_name, sum(requests) as requests from edge where user_id is not null group by 1
  )
  select ${jsonOf('statuses')}, ${jsonOf('endpoints')}, ${jsonOf('users')}`

// The counts of a table from the first period on, and those of the JSON array in a parameter.
const countsOf = (table: string, columns: string, param: string) => `
    select ${columns} from ${table} where period >= $1::timestamptz
    union all select ${columns} from json_populate_recordset(null::${table}, ${param}::json)`
// If the counts at the edge are subtracted, the name of a user may be one from before the window.
const selectSummary = `with statuses as (${countsOf('request_counts_by_status', 'status, requests, duration_ms', '$2')}
  ), endpoints as (${countsOf('request_counts_by_endpoint', 'method, path, requests', '$3')}
  ), users as (${countsOf('request_counts_by_user', 'user_id, user_name, requests', '$4')}
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
