import { sql } from 'kysely'
import { lock } from '../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../database/unit-of-work.ts'

const daysAhead = 3
const dayLength = 86_400_000
/** A partition is dropped under a lock on the whole table, which must not be waited for while requests are logged. */
const patience = '2s'

/**
 * Makes the partitions of today and the days to come, and drops those whose days are past keeping: so nothing is
 * ever deleted row by row. Safe in several processes at once.
 */
export async function maintainPartitions(orm: MikroORM, daysKept: number, now = Date.now()): Promise<void> {
  await transact(orm, async (em) => {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(em.getKysely())
    await lock(em, 'request_logs.partitions')
    const oldest = partitionOf(now - daysKept * dayLength)
    const stored = await partitions(em)
    for (const name of stored)
      if (name < oldest) await sql`drop table ${sql.table(name)}`.execute(em.getKysely())
    for (let day = -1; day <= daysAhead; day++) await makePartition(em, stored, now + day * dayLength)
  })
}

/** The first moment of the days that `keepPartitions` makes sure of. */
export function firstPartitionStart(now = Date.now()): string {
  return `${dayOf(now - dayLength)}T00:00:00.000Z`
}

async function partitions(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_logs'::regclass
  `.execute(em.getKysely())
  return rows.map(({ name }) => name)
}

async function makePartition(em: EntityManager, stored: string[], moment: number): Promise<void> {
  const name = partitionOf(moment)
  if (stored.includes(name)) return
  const [from, to] = [moment, moment + dayLength].map((day) => sql.lit(`${dayOf(day)}T00:00:00Z`))
  await sql`create table ${sql.table(name)} partition of request_logs for values from (${from}) to (${to})`.execute(
    em.getKysely(),
  )
}

/** Each partition is named by its day, so that names sort as days do. */
function partitionOf(moment: number): string {
  return `request_logs_${dayOf(moment).replaceAll('-', '')}`
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
