import { sql } from 'kysely'
import { z } from 'zod'
import { type Read, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { dayMs } from '../../record/rules/day.ts'
import { endpointPath, periodMs, startOfPeriod } from './request-counts.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
} from './request-filter.ts'

const hourMs = 3_600_000
const defaultHours = 24
const maxHours = 7 * 24

/** The maximum number of requests that statistics read from the log, where the counts do not have what is selected. */
export const maxRead = 10_000

/** The values of a filter. `from_log` is set if the counts cannot answer it. */
export type CountedFilter = BoundRequestFilter & { date_from: string; date_to: string; from_log?: true }

/**
 * Returns the values of a filter for statistics. Their period is the last 24 hours, or the last 7 days of the period
 * from `date_from` to `date_to`.
 */
export function bindCountedFilter(filter: RequestFilter, slowMs: number): CountedFilter {
  const now = Date.now()
  const to = filter.date_to === undefined ? now : Date.parse(filter.date_to)
  const end = Math.min(to, now)
  const from = Math.max(
    filter.date_from === undefined
      ? startOfHour(end - (defaultHours - 1) * hourMs)
      : Date.parse(filter.date_from),
    startOfHour(end - (maxHours - 1) * hourMs),
  )
  const bound = bindRequestFilter(filter, slowMs)
  const { path, slow_ms, surface, code, client } = bound
  const isCounted =
    [path, slow_ms, surface, code, client].every((value) => value === undefined) &&
    from % periodMs === 0 &&
    (to >= now || (to + 1) % periodMs === 0)
  const period = { date_from: new Date(from).toISOString(), date_to: new Date(end).toISOString() }
  return { ...bound, ...period, ...(!isCounted && { from_log: true }) }
}

/** Returns the start of the hour of a time in milliseconds. */
function startOfHour(time: number): number {
  return time - (time % hourMs)
}

/**
 * Returns FROM with the requests that a filter selects: one row of `record` for those that are counted together, or for
 * each of the newest requests of the log.
 */
function countedRequests(filter: CountedFilter) {
  const conditions = requestConditions(filter)
  if (!filter.from_log)
    return sql`from (select period as created_at, * from request_counts) as record where ${conditions}`
  return sql`from (
    select created_at, method, ${endpointPath} as path, status, coalesce(token_id, 0) as token_id, token_name,
      1 as requests, duration_ms,
      duration_ms as max_duration_ms
    from request_logs as record where ${conditions} order by created_at desc limit ${sql.lit(maxRead)}
  ) as record`
}

/** The requests of one hour. The durations are null if there were none. */
export type RequestHour = {
  hour: string
  requests: number
  errors_4xx: number
  errors_5xx: number
  avg_duration_ms: number | null
  max_duration_ms: number | null
}

/** Returns the statistics of the requests that the filter selects for each hour, oldest first, also empty hours. */
export async function requestsPerHour(read: Read, filter: CountedFilter): Promise<RequestHour[]> {
  const rows = await read({ ...selectHours(filter), unprepared: filter.from_log === true })
  const found = new Map(rows.map((row) => [row.hour, row]))
  const hours: RequestHour[] = []
  for (
    let time = startOfHour(Date.parse(filter.date_from));
    time <= Date.parse(filter.date_to);
    time += hourMs
  ) {
    const hour = new Date(time).toISOString()
    hours.push(found.get(hour) ?? { hour, ...none })
  }
  return hours
}

const none = { requests: 0, errors_4xx: 0, errors_5xx: 0, avg_duration_ms: null, max_duration_ms: null }

const selectHours = statement(
  'requests.hours',
  { date_from: '2026-11-20', date_to: '2026-11-21', path: '%/apps%', from_log: true },
  (filter: CountedFilter) => sql<RequestHour>`
      select date_bin('1 hour', created_at, '2000-01-01T00:00Z') as hour, sum(requests) as requests,
        coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
        coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
        round(sum(duration_ms)::numeric / sum(requests), 1) as avg_duration_ms, max(max_duration_ms) as max_duration_ms
      ${countedRequests(filter)} group by 1`,
)

const maxRows = 6

/** Requests that have the endpoint, the status and the token in common. */
export type FrequentRequest = {
  method: string
  path: string
  status: number
  token_id: number | null
  token_name: string | null
  requests: number
}

/** Returns the most frequent requests among those that the filter selects, by endpoint, status and token. */
export function frequentRequests(read: Read, filter: CountedFilter): Promise<FrequentRequest[]> {
  return read({ ...selectFrequent(filter), unprepared: filter.from_log === true })
}

const selectFrequent = statement(
  'requests.frequent',
  { date_from: '2026-11-20', date_to: '2026-11-21', user_id: 1 },
  (filter: CountedFilter) => sql<FrequentRequest>`
      select method, path, status, nullif(token_id, 0) as token_id, max(token_name) as token_name,
        sum(requests) as requests
      ${countedRequests(filter)}
      group by 1, 2, 3, 4 order by requests desc, 1, 2, 3, 4 limit ${sql.lit(maxRows)}`,
)

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
