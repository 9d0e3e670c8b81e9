import { readInTransaction } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/unit-of-work.ts'

const batchSize = 5000

// A row that a write has locked is skipped: waiting for it could deadlock with a write of many rows.
const deleteBatch = `with old as (
    select id from clicks where date < $1 order by date, id limit ${batchSize} for update skip locked
  ), deleted as (delete from clicks using old where clicks.id = old.id returning 1)
  select count(*)::int as count from deleted`

/**
 * Deletes the clicks of days that are more than `months` months ago; none if that is 0. Each batch is a transaction of its
 * own, so that writes never wait for long.
 */
export async function deleteOldClicks(orm: MikroORM, months: number, now = new Date()): Promise<void> {
  if (months === 0) return
  const first = new Date(now)
  first.setUTCMonth(first.getUTCMonth() - months)
  const statement = { text: deleteBatch, values: [first.toISOString().slice(0, 10)] }
  let deleted = batchSize
  while (deleted === batchSize) {
    const [row] = await transact(orm, (em) => readInTransaction(em)<{ count: number }>(statement))
    deleted = row?.count ?? 0
  }
}
