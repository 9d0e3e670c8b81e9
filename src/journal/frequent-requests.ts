import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { statement, tables } from '../database/statement.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
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
  const date_from = filter.date_from ?? new Date(Date.now() - dayMs).toISOString()
  return read(selectFrequent(bindRequestFilter({ ...filter, date_from }, slowMs)))
}

const selectFrequent = statement((filter: BoundRequestFilter) => ({
  compile: () =>
    sql<FrequentRequest>`
      select method, coalesce(route, path) as path, status, token_id, max(token_name) as token_name,
        count(*) as requests
      from request_logs as record where ${requestConditions(filter)}
      group by 1, 2, 3, 4 order by requests desc, 1, 2, 3, 4 limit ${sql.lit(maxRows)}`.compile(
      tables<Record<string, never>>(),
    ),
}))
