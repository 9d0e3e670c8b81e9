import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { dayMs, dayOf } from '../../record/rules/day.ts'

const daysAhead = 3
// Dropping a partition waits for a lock on the entire table, and inserts queue behind that wait.
const lockTimeout = '2s'

/**
 * Creates the partitions from yesterday to three days ahead, and drops those older than `retentionDays` with their
 * counts, so rows of requests are never deleted one by one. Safe to run in several processes at once.
 */
export async function maintainPartitions(
  orm: MikroORM,
  retentionDays: number,
  now = Date.now(),
): Promise<void> {
  await transact(orm, async (em) => {
    await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(em.getKysely())
    await lock(em, 'request_logs.partitions')
    const oldestDay = now - retentionDays * dayMs
    const oldest = partitionOf(oldestDay)
    const existing = await listPartitions(em)
    for (const name of existing)
      if (name < oldest) await sql`drop table ${sql.table(name)}`.execute(em.getKysely())
    await sql`delete from request_counts where period < ${startOf(oldestDay)}`.execute(em.getKysely())
    for (let day = -1; day <= daysAhead; day++) await createPartition(em, existing, now + day * dayMs)
  })
}

/** Returns the start of the oldest partition that `maintainPartitions` creates. */
export function firstPartitionStart(now = Date.now()): string {
  return startOf(now - dayMs)
}

async function listPartitions(em: EntityManager): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_logs'::regclass
  `.execute(em.getKysely())
  return rows.map(({ name }) => name)
}

async function createPartition(em: EntityManager, existing: string[], time: number): Promise<void> {
  const name = partitionOf(time)
  if (existing.includes(name)) return
  const [from, to] = [time, time + dayMs].map((day) => sql.lit(`${dayOf(day)}T00:00:00Z`))
  await sql`create table ${sql.table(name)} partition of request_logs for values from (${from}) to (${to})`.execute(
    em.getKysely(),
  )
}

// The names sort in the order of their days.
function partitionOf(time: number): string {
  return `request_logs_${dayOf(time).replaceAll('-', '')}`
}

function startOf(time: number): string {
  return `${dayOf(time)}T00:00:00.000Z`
}
