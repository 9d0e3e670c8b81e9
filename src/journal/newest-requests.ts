import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { statement, tables } from '../database/statement.ts'
import { toTimestamp } from './request-counts.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
} from './request-filter.ts'
import { isCounted } from './request-statistics.ts'

/** How many requests the statistics of a filter count at most if they have to read them from the log. */
export const maxRead = 20_000

const dayMs = 86_400_000

/**
 * Returns the time from which on a filter selects 20,000 requests, so that statistics need not read more. Without `date_from`
 * the period is the last 24 hours. Returns undefined if it selects fewer, or if its statistics do not read the log.
 */
export async function startOfNewest(
  read: Read,
  filter: RequestFilter,
  slowMs: number,
): Promise<string | undefined> {
  const bound = bindRequestFilter({ date_from: toTimestamp(Date.now() - dayMs), ...filter }, slowMs)
  if (isCounted(bound)) return undefined
  // Whether an index or the newest rows are the best way depends on how frequent the value is.
  const [oldest] = await read({ ...selectOldest(bound), unprepared: true })
  return oldest?.created_at
}

const selectOldest = statement((filter: BoundRequestFilter) => ({
  compile: () =>
    sql<{ created_at: string }>`
      select created_at from request_logs as record where ${requestConditions(filter)}
      order by id desc offset ${sql.lit(maxRead - 1)} limit 1`.compile(tables()),
}))
