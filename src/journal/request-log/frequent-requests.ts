import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement } from '../../database/statement.ts'
import { type CountedFilter, countedRequests } from './counted-requests.ts'

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
