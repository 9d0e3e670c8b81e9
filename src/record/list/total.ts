import { sql } from 'kysely'
import { db, type Select } from '../../database/tables.ts'
/** The highest total of a list that is counted unless the caller requests the exact one with `with_total`. */
export const maxExactTotal = 1000

/** Returns a SELECT that counts the matches of a query: at most 1,001 of them unless `exact`. */
export function countQuery(matching: Select<unknown>, exact: boolean) {
  const ones = matching.select(sql.lit(1).as('one'))
  return db
    .selectFrom((exact ? ones : ones.limit(sql.lit(maxExactTotal + 1))).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
}
