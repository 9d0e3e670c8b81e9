import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement, tables } from '../../database/statement.ts'
import { type CountedRange, countedRange, endpointPath } from './request-counts.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
  rowsAtEdge,
} from './request-filter.ts'

const maxRows = 6
const dayMs = 86_400_000

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
  const isCounted = onlyRows.every((name) => selected[name] === undefined)
  return read(selectFrequent({ ...selected, ...countedRange({ from, to }, isCounted) }))
}

// Requests are not counted by these fields, so a filter of them reads the rows.
const onlyRows = ['path', 'user_id', 'user', 'slow_ms', 'surface'] as const

type Bound = Omit<BoundRequestFilter, 'date_from' | 'date_to'> & CountedRange

// Adds the rows before and after the counted periods to the counts of these periods.
const selectFrequent = statement((filter: Bound) => {
  const { path, user_id, user, slow_ms, surface, ...counted } = filter
  const rowsOf = (edge: 'before' | 'after') => sql`
    select method, ${sql.raw(endpointPath)}, status, token_id, max(token_name), count(*)
    ${rowsAtEdge(edge, filter)} group by 1, 2, 3, 4`
  return {
    compile: () =>
      sql<FrequentRequest>`
        with counts as (
          select method, path, status, nullif(token_id, 0) as token_id, token_name, requests
          from request_counts_by_token as record
          where period >= ${param('counted_from')}::timestamptz and period < ${param('counted_to')}::timestamptz
            and ${requestConditions(counted)}
          union all ${rowsOf('before')}
          union all ${rowsOf('after')}
        )
        select method, path, status, token_id, max(token_name) as token_name, sum(requests) as requests
        from counts group by 1, 2, 3, 4 order by requests desc, 1, 2, 3, 4 limit ${sql.lit(maxRows)}`.compile(
        tables<Record<string, never>>(),
      ),
  }
})
