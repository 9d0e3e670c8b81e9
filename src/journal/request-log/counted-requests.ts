import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { CountedRange } from './request-counts.ts'
import { type BoundRequestFilter, requestConditions } from './request-filter.ts'

/** The values of a filter, with the range that replaces its dates. */
export type CountedFilter = Omit<BoundRequestFilter, 'date_from' | 'date_to'> & CountedRange

/**
 * Returns whether the requests that a filter selects are counted. Requests are not counted by `uncountedFields`, so a
 * filter of them reads the rows.
 */
export function hasCounts<Field extends keyof BoundRequestFilter>(
  filter: Pick<BoundRequestFilter, Field>,
  uncountedFields: readonly Field[],
): boolean {
  return uncountedFields.every((name) => filter[name] === undefined)
}

/** The SQL that reads the counted periods and the rows of the log. Both SELECT lists have the same columns. */
type CountsSql = {
  /** SELECT and FROM of the counts, with the alias `record` for their table. */
  counts: RawBuilder<unknown>
  /** The conditions of the filter for the counts. */
  conditions: RawBuilder<boolean>
  /** SELECT without FROM that counts rows of the log. */
  rows: RawBuilder<unknown>
  /** The columns by which the rows are grouped. */
  groupBy: RawBuilder<unknown>
}

/** Returns the CTE `counts`: the counts of the counted periods, and those of the rows before and after these periods. */
export function countsCte(filter: CountedFilter, { counts, conditions, rows, groupBy }: CountsSql) {
  const rowsOf = (edge: 'before' | 'after') => sql`${rows} ${rowsAtEdge(edge, filter)} group by ${groupBy}`
  return sql`counts as (
    ${counts}
    where period >= ${param('counted_from')}::timestamptz and period < ${param('counted_to')}::timestamptz
      and ${conditions}
    union all ${rowsOf('before')}
    union all ${rowsOf('after')}
  )`
}

/** Returns FROM and WHERE for the selected rows of the log before or after the counted periods. */
function rowsAtEdge(edge: 'before' | 'after', filter: CountedFilter) {
  return sql`from request_logs as record
    where created_at >= ${param(`${edge}_from`)}::timestamptz and created_at <= ${param(`${edge}_to`)}::timestamptz
      and ${requestConditions(filter)}`
}
