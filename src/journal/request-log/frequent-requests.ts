import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement, tables } from '../../database/statement.ts'
import { dayMs } from '../../record/rules/day.ts'
import { type CountedFilter, countsCte, hasCounts } from './counted-requests.ts'
import { countedRange, endpointPath } from './request-counts.ts'
import { bindRequestFilter, type RequestFilter, requestConditions } from './request-filter.ts'

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

/**
 * Returns the most frequent requests among those that the filter selects, by endpoint, status and token. Without
 * `date_from` the period is the last 24 hours.
 */
export function frequentRequests(
  read: Read,
  filter: RequestFilter,
  slowMs: number,
): Promise<FrequentRequest[]> {
  const { date_from, date_to, ...selected } = bindRequestFilter(filter, slowMs)
  const from = date_from === undefined ? Date.now() - dayMs : Date.parse(date_from)
  const to = date_to === undefined ? undefined : Date.parse(date_to)
  const range = countedRange({ from, to }, hasCounts(selected, uncountedFields))
  return read(selectFrequent({ ...selected, ...range }))
}

const uncountedFields = ['path', 'user_id', 'user', 'slow_ms', 'surface'] as const

const selectFrequent = statement((filter: CountedFilter) => {
  const { path, user_id, user, slow_ms, surface, ...counted } = filter
  const counts = countsCte(filter, {
    counts: sql`
      select method, path, status, nullif(token_id, 0) as token_id, token_name, requests
      from request_counts_by_token as record`,
    conditions: requestConditions(counted),
    rows: sql`select method, ${sql.raw(endpointPath)}, status, token_id, max(token_name), count(*)`,
    groupBy: sql`1, 2, 3, 4`,
  })
  return {
    compile: () =>
      sql<FrequentRequest>`
        with ${counts}
        select method, path, status, token_id, max(token_name) as token_name, sum(requests) as requests
        from counts group by 1, 2, 3, 4 order by requests desc, 1, 2, 3, 4 limit ${sql.lit(maxRows)}`.compile(
        tables(),
      ),
  }
})
