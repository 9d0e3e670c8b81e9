import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement, tables } from '../../database/statement.ts'
import { dayMs } from '../../record/rules/day.ts'
import { type CountedFilter, hasCounts, inCountedRange, rowsAtEdge } from './counted-requests.ts'
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

const uncountedFields = ['path', 'user_id', 'user', 'slow_ms', 'surface', 'code'] as const

const selectFrequent = statement((filter: CountedFilter) => {
  const { path, user_id, user, slow_ms, surface, code, ...counted } = filter
  const countRows = sql`select method, ${sql.raw(endpointPath)}, status, token_id, max(token_name), count(*)`
  return {
    compile: () =>
      sql<FrequentRequest>`
        with counts as (
          select method, path, status, nullif(token_id, 0) as token_id, token_name, requests
          from request_counts_by_token as record where ${inCountedRange} and ${requestConditions(counted)}
          union all ${countRows} ${rowsAtEdge('before', filter)} group by 1, 2, 3, 4
          union all ${countRows} ${rowsAtEdge('after', filter)} group by 1, 2, 3, 4
        )
        select method, path, status, token_id, max(token_name) as token_name, sum(requests) as requests
        from counts group by 1, 2, 3, 4 order by requests desc, 1, 2, 3, 4 limit ${sql.lit(maxRows)}`.compile(
        tables(),
      ),
  }
})
