import { type SelectQueryBuilder, sql } from 'kysely'
import { tables } from './statement.ts'

/** How many matches are counted unless the caller asks for the exact total. */
export const maxCounted = 1000

// The page sizes that clients ask for, each also plus the one row that tells whether another page follows.
const sizes = [16, 26, 50, 51, 101, 200, 201]

/** Returns the literal LIMIT for a page of `limit` rows. Few sizes keep the number of prepared plans low. */
export function fetchSize(limit: number): number {
  return sizes.find((size) => size >= limit) ?? limit
}

/** Returns a SELECT that counts the matches of a query: at most 1,001 of them unless `exactly`. */
export function countQuery(
  // Which tables it reads and what it selects does not matter here.
  // biome-ignore lint/suspicious/noExplicitAny: any query can be counted
  matching: SelectQueryBuilder<any, any, any>,
  exactly: boolean,
) {
  const ones = matching.select(sql.lit(1).as('one'))
  return tables<Record<string, never>>()
    .selectFrom((exactly ? ones : ones.limit(sql.lit(maxCounted + 1))).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
}
