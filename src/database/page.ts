import { type SelectQueryBuilder, sql } from 'kysely'
import type { Read } from './read.ts'
import { type Statement, tables } from './statement.ts'

const mostCounted = 1000
// The pages that are asked for, and one more where whether there is a next one is seen by its first row.
const sizes = [16, 26, 50, 51, 101, 200, 201]

/** The literal LIMIT that serves a page of `limit` rows: few sizes, so few plans. */
export function fetchSize(limit: number): number {
  return sizes.find((size) => size >= limit) ?? limit
}

/** Counts what a query matches: at most 1,001 rows of it, unless the caller asked for all. */
export function counted(
  // Which tables it reads and what it selects does not matter here.
  // biome-ignore lint/suspicious/noExplicitAny: any query can be counted
  matching: SelectQueryBuilder<any, any, any>,
  exactly: boolean,
) {
  const ones = matching.select(sql.lit(1).as('one'))
  return tables<Record<string, never>>()
    .selectFrom((exactly ? ones : ones.limit(sql.lit(mostCounted + 1))).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
}

/** A page of rows and how many rows match in all: null where that would be expensive to say. */
export async function page<Row>(
  read: Read,
  rows: Statement<Row>,
  total: Statement<{ total: number }>,
  { limit, with_total }: { limit: number; with_total: boolean },
): Promise<{ rows: Row[]; total: number | null }> {
  const [found, [count]] = await Promise.all([read(rows), read(total)])
  const counted = count?.total ?? 0
  return { rows: found.slice(0, limit), total: with_total || counted <= mostCounted ? counted : null }
}
