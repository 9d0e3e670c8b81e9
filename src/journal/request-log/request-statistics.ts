import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { type CountedFilter, countedRequests, startOfHour } from './counted-requests.ts'

const hourMs = 3_600_000

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
