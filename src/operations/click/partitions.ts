import { sql } from 'kysely'
import { lock } from '../../database/lock.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { dayOf } from '../../record/rules/day.ts'

// While a statement waits for a lock on the table, every other statement on clicks waits behind it.
const lockTimeout = '2s'

/** Options of each partition, the same as those of the table that is not partitioned (migration 0170). */
export const partitionOptions = 'with (fillfactor = 90)'

const selectPartitions = `select relname as name,
    substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \\(''([0-9-]+)''\\)')::date as until
  from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'clicks'::regclass`

/**
 * Creates the partitions of the months after the last one, up to two months ahead. Does nothing if clicks are not
 * partitioned. Safe to run in several processes at once.
 */
export async function createPartitions(orm: MikroORM, now = new Date()): Promise<void> {
  const create = async (em: EntityManager) => {
    if (!(await arePartitioned(em))) return 0
    await takeLock(em)
    return createMissingPartitions(em, now)
  }
  const created = await transact(orm, create, { timeLimit: 'bulk' })
  if (created > 0) await analyzeClicks(orm)
}

/** Drops the partitions of the months before `firstDay`. */
export async function dropPartitionsBefore(orm: MikroORM, firstDay: string): Promise<void> {
  await transact(orm, async (em) => {
    await takeLock(em)
    const ended = await run<{ name: string }>(
      em,
      `with partition as (${selectPartitions}) select name from partition where until <= '${firstDay}'`,
    )
    for (const { name } of ended) await run(em, `drop table ${name}`)
  })
}

/** Returns whether clicks are partitioned. */
export async function arePartitioned(em: EntityManager): Promise<boolean> {
  const [table] = await run<{ partitioned: boolean }>(
    em,
    `select relkind = 'p' as partitioned from pg_class where oid = 'clicks'::regclass`,
  )
  return table?.partitioned ?? false
}

/**
 * Creates the partitions of the next months, and moves their rows there from the default partition. Returns their
 * number.
 */
export async function createMissingPartitions(em: EntityManager, now: Date): Promise<number> {
  const months = await run<{ name: string; first: string; until: string }>(
    em,
    `with partition as (${selectPartitions})
    select 'clicks_' || to_char(month, 'YYYYMM') as name, month::date::text as first,
      (month + interval '1 month')::date::text as until
    from generate_series((select max(until) from partition)::timestamp,
      date_trunc('month', timestamp '${dayOf(now)}') + interval '2 months', interval '1 month') as month`,
  )
  // Writes wait, so that none adds a row of a new month to the default partition meanwhile.
  if (months.length > 0) await run(em, 'lock table only clicks in share row exclusive mode')
  for (const { name, first, until } of months)
    await run(
      em,
      `create table ${name} (like clicks including defaults including constraints) ${partitionOptions};
      with moved as (delete from clicks_default where date >= '${first}' and date < '${until}' returning *)
      insert into ${name} select * from moved;
      alter table clicks attach partition ${name} for values from ('${first}') to ('${until}')`,
    )
  return months.length
}

/** Updates the statistics of the partitioned table. Autovacuum analyzes only its partitions. */
export async function analyzeClicks(orm: MikroORM): Promise<void> {
  await transact(orm, (em) => run(em, 'analyze clicks'), { timeLimit: 'migration' })
}

/** Runs a statement that changes the schema or reads the catalog. */
export async function run<Row>(em: EntityManager, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(em.getKysely())).rows
}

async function takeLock(em: EntityManager): Promise<void> {
  await run(em, `set local lock_timeout = '${lockTimeout}'`)
  await lock(em, 'clicks.partitions')
}
