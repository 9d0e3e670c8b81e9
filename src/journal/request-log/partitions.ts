import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { dayMs, dayOf } from '../../record/rules/day.ts'
import { removeCountsBefore } from './request-counts.ts'

const daysAhead = 3
// Dropping a partition waits for a lock on the entire table, and inserts queue behind that wait.
const lockTimeout = '2s'

/**
 * Creates the partitions from yesterday to three days ahead, drops those older than `retentionDays` with their counts,
 * so rows of requests are never deleted one by one, and analyzes those that have doubled since they were analyzed. Safe
 * to run in several processes at once.
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
    await removeCountsBefore(em, startOf(oldestDay))
    for (let day = -1; day <= daysAhead; day++) await createPartition(em, existing, now + day * dayMs)
  })
  await analyzeGrownPartitions(orm)
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

// With outdated statistics PostgreSQL expects too many matches of a rare text, and reads the newest rows in vain.
// Autovacuum analyzes partitions too, but it can be switched off.
async function analyzeGrownPartitions(orm: MikroORM): Promise<void> {
  await transact(orm, async (em) => {
    await lock(em, 'request_logs.statistics')
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'request_logs'::regclass
        and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::int
    `.execute(em.getKysely())
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(em.getKysely())
  })
}

// The names sort in the order of their days.
function partitionOf(time: number): string {
  return `request_logs_${dayOf(time).replaceAll('-', '')}`
}

function startOf(time: number): string {
  return `${dayOf(time)}T00:00:00.000Z`
}
