import { sql } from 'kysely'
import { endpointPath, periodMs } from './request-counts.ts'
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
  const { path, slow_ms, surface, code } = bound
  const isCounted =
    [path, slow_ms, surface, code].every((value) => value === undefined) &&
    from % periodMs === 0 &&
    (to >= now || (to + 1) % periodMs === 0)
  const period = { date_from: new Date(from).toISOString(), date_to: new Date(end).toISOString() }
  return { ...bound, ...period, ...(!isCounted && { from_log: true }) }
}

/** Returns the start of the hour of a time in milliseconds. */
export function startOfHour(time: number): number {
  return time - (time % hourMs)
}

/**
 * Returns FROM with the requests that a filter selects: one row of `record` for those that are counted together, or for
 * each of the newest requests of the log.
 */
export function countedRequests(filter: CountedFilter) {
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
