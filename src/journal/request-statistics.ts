import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
} from './request-filter.ts'

const hourMs = 3_600_000
const defaultHours = 24
const maxHours = 7 * 24

/** The requests of one hour. The durations are null if there were none. */
export type RequestHour = {
  hour: string
  requests: number
  errors_4xx: number
  errors_5xx: number
  avg_duration_ms: number | null
  p50_duration_ms: number | null
  p95_duration_ms: number | null
}

/**
 * Returns the statistics of the requests that the filter selects for each hour, oldest first: the last 24 hours, or
 * the last 7 days of the period from `date_from` to `date_to`. Hours without requests are included.
 */
export function requestsPerHour(read: Read, filter: RequestFilter, slowMs: number): Promise<RequestHour[]> {
  const now = Date.now()
  const end = filter.date_to === undefined ? now : Math.min(Date.parse(filter.date_to), now)
  const start =
    filter.date_from === undefined ? hourOf(end - (defaultHours - 1) * hourMs) : Date.parse(filter.date_from)
  const period = {
    date_from: toTimestamp(Math.max(start, hourOf(end - (maxHours - 1) * hourMs))),
    date_to: toTimestamp(end),
  }
  return read(selectHours(bindRequestFilter({ ...filter, ...period }, slowMs)))
}

function hourOf(time: number): number {
  return time - (time % hourMs)
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString()
}

const db = tables<Record<string, never>>()

// `date_bin` needs no time zone, which makes it faster than `date_trunc` for many rows.
const selectHours = statement((filter: BoundRequestFilter) => ({
  compile: () =>
    sql<RequestHour>`
      with hours as (
        select generate_series(date_trunc('hour', ${param('date_from')}::timestamptz, 'UTC'),
          ${param('date_to')}::timestamptz, interval '1 hour') as hour
      ), counted as (
        select date_bin('1 hour', record.created_at, '2000-01-01T00:00Z') as hour, count(*) as requests,
          count(*) filter (where record.status between 400 and 499) as errors_4xx,
          count(*) filter (where record.status >= 500) as errors_5xx,
          round(avg(record.duration_ms), 1) as avg_duration_ms,
          percentile_disc(array[0.5, 0.95]) within group (order by record.duration_ms) as percentiles
        from request_logs as record where ${requestConditions(filter)} group by 1
      )
      select hour, coalesce(requests, 0) as requests, coalesce(errors_4xx, 0) as errors_4xx,
        coalesce(errors_5xx, 0) as errors_5xx, avg_duration_ms, percentiles[1] as p50_duration_ms,
        percentiles[2] as p95_duration_ms
      from hours left join counted using (hour) order by hour`.compile(db),
}))
