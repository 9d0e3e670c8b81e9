import { type SelectQueryBuilder, sql } from 'kysely'
import { tables } from './statement.ts'

/** The highest total that is counted unless the caller requests the exact one. */
export const maxCounted = 1000

// The common page sizes, also with the additional row that shows whether another page follows.
const fetchSizes = [16, 26, 50, 51, 101, 200, 201]

/** Returns the literal LIMIT for a page of `limit` rows. Few sizes keep the number of prepared plans low. */
export function fetchSize(limit: number): number {
  return fetchSizes.find((size) => size >= limit) ?? limit
}

/** Returns a SELECT that counts the matches of a query: at most 1,001 of them unless `exact`. */
export function countQuery(
  // biome-ignore lint/suspicious/noExplicitAny: any query can be counted
  matching: SelectQueryBuilder<any, any, any>,
  exact: boolean,
) {
  const ones = matching.select(sql.lit(1).as('one'))
  return tables<Record<string, never>>()
    .selectFrom((exact ? ones : ones.limit(sql.lit(maxCounted + 1))).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
}
