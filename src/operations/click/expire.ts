import { sql } from 'kysely'
import { readInTransaction, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { dayOf } from '../../record/rules/day.ts'

const batchSize = 5000

// A row that a write has locked is skipped: waiting for it could deadlock with a write of many rows.
const deleteBatch = statement(
  'clicks.expire',
  { before: '2026-01-01' },
  () =>
    sql<{ count: number }>`with old as (
      select id from clicks where date < ${param('before')} order by date, id limit ${sql.lit(batchSize)}
      for update skip locked
    ), deleted as (delete from clicks using old where clicks.id = old.id returning 1)
    select count(*)::int as count from deleted`,
)

/**
 * Deletes the clicks of days that are more than `months` months ago; none if that is 0. Each batch is a transaction of
 * its own, so that writes never wait for long.
 */
export async function deleteOldClicks(orm: MikroORM, months: number, now = new Date()): Promise<void> {
  if (months === 0) return
  const batch = deleteBatch({ before: monthsBefore(now, months) })
  let deleted = batchSize
  while (deleted === batchSize) {
    const { count } = await transact(orm, (em) => readRow(readInTransaction(em), batch))
    deleted = count
  }
}

// The day may be missing in the earlier month, such as February 31: then the last day of that month.
function monthsBefore(now: Date, months: number): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)))
}
