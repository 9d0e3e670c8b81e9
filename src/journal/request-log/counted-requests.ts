import { sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { CountedRange } from './request-counts.ts'
import { type BoundRequestFilter, requestConditions } from './request-filter.ts'

/** The values of a filter, with the range that replaces its dates. */
export type CountedFilter = Omit<BoundRequestFilter, 'date_from' | 'date_to'> & CountedRange

/**
 * Returns whether the stored counts are enough for a filter. They are not if it selects by one of `uncountedFields`:
 * then the rows of the log are read.
 */
export function hasCounts<Field extends keyof BoundRequestFilter>(
  filter: Pick<BoundRequestFilter, Field>,
  uncountedFields: readonly Field[],
): boolean {
  return uncountedFields.every((name) => filter[name] === undefined)
}

/** Condition: a row of the counts is in the counted range. */
export const inCountedRange = sql<boolean>`(period >= ${param('counted_from')}::timestamptz
  and period < ${param('counted_to')}::timestamptz)`

/** Returns FROM and WHERE for the selected rows of the log before or after the counted range. */
export function rowsAtEdge(edge: 'before' | 'after', filter: CountedFilter) {
  return sql`from request_logs as record
    where created_at >= ${param(`${edge}_from`)}::timestamptz and created_at <= ${param(`${edge}_to`)}::timestamptz
      and ${requestConditions(filter)}`
}
