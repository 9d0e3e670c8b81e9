import { readInTransaction, readRow } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { dayOf } from '../../record/rules/day.ts'
import { arePartitioned, dropPartitionsBefore } from './partitions.ts'

const batchSize = 5000

// A row that a write has locked is skipped: waiting for it could deadlock with a write of many rows.
const deleteBatch = `with old as (
    select date, id from clicks where date < $1 order by date, id limit ${batchSize} for update skip locked
  ), deleted as (delete from clicks using old
    where clicks.date < $1 and (clicks.date, clicks.id) = (old.date, old.id) returning 1)
  select count(*)::int as count from deleted`

/**
 * Deletes the clicks of days that are more than `months` months ago; none if that is 0. Each batch is a transaction of
 * its own, so that writes never wait for long. If clicks are partitioned, only entire months are deleted, because
 * dropping a partition is fast.
 */
export async function deleteOldClicks(orm: MikroORM, months: number, now = new Date()): Promise<void> {
  if (months === 0) return
  const day = monthsBefore(now, months)
  if (!(await transact(orm, arePartitioned))) return deleteBefore(orm, day)
  const month = `${day.slice(0, 7)}-01`
  try {
    await dropPartitionsBefore(orm, month)
  } finally {
    await deleteBefore(orm, month)
  }
}

async function deleteBefore(orm: MikroORM, day: string): Promise<void> {
  // Planned for this day, so that the plan contains only the partitions with earlier days.
  const statement = { text: deleteBatch, values: [day], unprepared: true }
  let deleted = batchSize
  while (deleted === batchSize) {
    const { count } = await transact(orm, (em) =>
      readRow<{ count: number }>(readInTransaction(em), statement),
    )
    deleted = count
  }
}

// The day may be missing in the earlier month, such as February 31: then the last day of that month.
function monthsBefore(now: Date, months: number): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)))
}
