import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement, tables } from '../../database/statement.ts'
import { type CountedFilter, hasCounts, inCountedRange, rowsAtEdge } from './counted-requests.ts'
import { countedRange, durationBounds, durationFrom, toTimestamp } from './request-counts.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
} from './request-filter.ts'

const hourMs = 3_600_000
const defaultHours = 24
const maxHours = 7 * 24

/**
 * The requests of one hour. The durations are null if there were none. The percentiles are estimated from the counted
 * ranges of durations.
 */
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
export async function requestsPerHour(
  read: Read,
  filter: RequestFilter,
  slowMs: number,
): Promise<RequestHour[]> {
  const now = Date.now()
  const to = filter.date_to === undefined ? undefined : Math.min(Date.parse(filter.date_to), now)
  const end = to ?? now
  const start =
    filter.date_from === undefined ? hourOf(end - (defaultHours - 1) * hourMs) : Date.parse(filter.date_from)
  const from = Math.max(start, hourOf(end - (maxHours - 1) * hourMs))
  const { date_from, date_to, ...selected } = bindRequestFilter(filter, slowMs)
  const range = countedRange({ from, to }, isCountedByHour(selected))
  const counts = await read(selectCounts({ ...selected, ...range }))
  const byHour = Map.groupBy(counts, ({ hour }) => hour)
  const hours: RequestHour[] = []
  for (let hour = hourOf(from); hour <= end; hour += hourMs)
    hours.push(statisticsOf(toTimestamp(hour), byHour.get(toTimestamp(hour)) ?? []))
  return hours
}

const uncountedFields = [
  'method',
  'path',
  'user_id',
  'user',
  'token_id',
  'token',
  'slow_ms',
  'surface',
  'code',
] as const

/** Returns whether the requests that a filter selects are counted by hour. */
export function isCountedByHour(filter: Pick<BoundRequestFilter, (typeof uncountedFields)[number]>): boolean {
  return hasCounts(filter, uncountedFields)
}

function hourOf(time: number): number {
  return time - (time % hourMs)
}

/** The requests of an hour in one range of durations, which begins with `duration_from_ms`. */
type Count = {
  hour: string
  duration_from_ms: number
  requests: number
  errors_4xx: number
  errors_5xx: number
  duration_ms: number
}

const db = tables()
const hourSql = (column: string) => sql`date_bin('1 hour', ${sql.ref(column)}, '2000-01-01T00:00Z')`

const selectCounts = statement((filter: CountedFilter) => {
  const { single_status, statuses, min_status, max_status, errors_only } = filter
  const ofStatus = { single_status, statuses, min_status, max_status, errors_only }
  const countRows = sql`select ${hourSql('created_at')}, status, ${sql.raw(durationFrom)}, count(*), sum(duration_ms)`
  return {
    compile: () =>
      sql<Count>`
        with counts as (
          select ${hourSql('period')} as hour, status, duration_from_ms, requests, duration_ms
          from request_counts_by_status as record where ${inCountedRange} and ${requestConditions(ofStatus)}
          union all ${countRows} ${rowsAtEdge('before', filter)} group by 1, 2, 3
          union all ${countRows} ${rowsAtEdge('after', filter)} group by 1, 2, 3
        )
        select hour, duration_from_ms, sum(requests) as requests,
          coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
          coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
          sum(duration_ms) as duration_ms
        from counts group by 1, 2 order by 1, 2`.compile(db),
  }
})

/** Returns the statistics of an hour. `counts` are ordered by duration. */
function statisticsOf(hour: string, counts: Count[]): RequestHour {
  const total = (name: Exclude<keyof Count, 'hour'>) => counts.reduce((sum, count) => sum + count[name], 0)
  const requests = total('requests')
  return {
    hour,
    requests,
    errors_4xx: total('errors_4xx'),
    errors_5xx: total('errors_5xx'),
    avg_duration_ms: requests === 0 ? null : Math.round((total('duration_ms') / requests) * 10) / 10,
    p50_duration_ms: percentile(counts, requests * 0.5),
    p95_duration_ms: percentile(counts, requests * 0.95),
  }
}

// Assumes that the durations of a range are spread evenly. The last range has no end: its start is returned.
function percentile(counts: Count[], rank: number): number | null {
  let before = 0
  for (const { duration_from_ms: from, requests } of counts) {
    const position = Math.ceil(rank) - before
    if (position <= requests) {
      const next = durationBounds[durationBounds.indexOf(from) + 1] ?? from
      return from + Math.floor(((position - 0.5) / requests) * (next - from))
    }
    before += requests
  }
  return null
}
