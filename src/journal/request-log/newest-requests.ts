import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement, tables } from '../../database/statement.ts'
import { dayMs } from '../../record/rules/day.ts'
import { toTimestamp } from './request-counts.ts'
import {
  type BoundRequestFilter,
  bindRequestFilter,
  type RequestFilter,
  requestConditions,
} from './request-filter.ts'
import { isCountedByHour } from './request-statistics.ts'

/**
 * The maximum number of requests that statistics read from the log, if the filter selects by a field without counts.
 */
export const maxRead = 20_000

/**
 * Returns the time of the oldest of the newest 20,000 requests that a filter selects. Statistics of the filter begin
 * there. Without `date_from` the period is the last 24 hours. Returns undefined if the filter selects fewer requests,
 * or if its statistics are read from counts.
 */
export async function startOfNewest(
  read: Read,
  filter: RequestFilter,
  slowMs: number,
): Promise<string | undefined> {
  const bound = bindRequestFilter({ date_from: toTimestamp(Date.now() - dayMs), ...filter }, slowMs)
  if (isCountedByHour(bound)) return undefined
  // Planned with its values: a rare value is found by its index, a frequent one by reading the newest rows.
  const [oldest] = await read({ ...selectOldest(bound), unprepared: true })
  return oldest?.created_at
}

const selectOldest = statement((filter: BoundRequestFilter) => ({
  compile: () =>
    sql<{ created_at: string }>`
      select created_at from request_logs as record where ${requestConditions(filter)}
      order by created_at desc offset ${sql.lit(maxRead - 1)} limit 1`.compile(tables()),
}))
