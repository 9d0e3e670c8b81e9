import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { withConnection } from '../../database/dedicated-connection.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { dayOf } from '../../record/rules/day.ts'

// A step waits for earlier transactions, and writes of applications and companies queue behind that wait.
const lockTimeoutMs = 50
const maxFailures = 20
const pauseMs = 200

/**
 * Deletes the partitions of clicks, months and earlier years, of which every day is more than `months` months ago; none
 * if that is 0. Meanwhile other partitions are read and written.
 */
export async function deleteOldClicks(orm: MikroORM, months: number, now = new Date()): Promise<void> {
  if (months === 0) return
  const oldestMonth = dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).slice(0, 7)
  await withConnection(orm, { lockTimeoutMs }, (client) => dropPartitionsBefore(client, oldestMonth))
  await transact(orm, async (em) => {
    const isDropped = (day: string) => sql`${sql.ref(day)} < ${`${oldestMonth}-01`}::date`
    await sql`delete from click_months where ${isDropped('month')}`.execute(em.getKysely())
    await sql`delete from changed_click_days where ${isDropped('date')}`.execute(em.getKysely())
  })
}

// Takes one step after the other. A step that fails is tried again: it waited too long for a lock, or another server
// was faster. What is left after an interruption is found by the next run.
async function dropPartitionsBefore(client: pg.Client, oldestMonth: string): Promise<void> {
  for (let failures = 0; ; ) {
    const step = await nextStep(client, oldestMonth)
    if (!step) return
    try {
      await client.query(step)
    } catch (error) {
      if (++failures === maxFailures) throw error
      await sleep(pauseMs)
    }
  }
}

/** A partition of the clicks, or a table that was one. `is_detaching` is null in that case. */
type Partition = { name: string; is_detaching: boolean | null }

// Sorted by name, the partitions are in the order of their last days.
const selectOldest = `
  select relname as name, inhdetachpending as is_detaching
  from pg_class left join pg_inherits on inhrelid = pg_class.oid
  where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'
    and relname like 'clicks\\_20%' and relname collate "C" < $1
  order by relname limit 1`

// Detaching CONCURRENTLY lets others read and write all partitions meanwhile, and cannot be part of a transaction.
async function nextStep(client: pg.Client, oldestMonth: string): Promise<string | undefined> {
  const first = `clicks_${oldestMonth.replace('-', '_')}`
  const [oldest] = (await client.query<Partition>(selectOldest, [first])).rows
  if (!oldest) return undefined
  const name = pg.escapeIdentifier(oldest.name)
  if (oldest.is_detaching === null) return `drop table ${name}`
  return `alter table clicks detach partition ${name} ${oldest.is_detaching ? 'finalize' : 'concurrently'}`
}
