import { sql } from 'kysely'
import { withConnection } from '../../database/dedicated-connection.ts'
import { type EntityManager, type MikroORM, transact } from '../../database/transaction.ts'
import { isMissingPartition } from '../../record/database-fault.ts'
import { daysFromToday } from '../../record/rules/day.ts'

// Creating a partition waits for writes of applications and companies, and further ones queue behind that wait.
const lockTimeout = '2s'

/**
 * Creates the partitions of the clicks of these days that are missing: for this year and the last one by month, for
 * others by year.
 */
export async function createClickPartitions(em: EntityManager, days: string[]): Promise<void> {
  const months = new Set(days.map((day) => `${day.slice(0, 7)}-01`))
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(em.getKysely())
  await sql`select create_clicks_partition(day) from unnest(${`{${[...months]}}`}::date[]) as day`.execute(
    em.getKysely(),
  )
}

/** Creates the partitions of the clicks of today and the next 31 days that are missing. */
export function createNextClickPartitions(em: EntityManager): Promise<void> {
  return createClickPartitions(
    em,
    Array.from({ length: 32 }, (_, ahead) => daysFromToday(ahead)),
  )
}

const selectIsAnalyzed = `
  select last_analyze > now() - interval '1 day' as is_analyzed from pg_stat_user_tables where relid = 'clicks'::regclass`

/**
 * Analyzes the clicks, unless that was done within a day. PostgreSQL does that for each partition, but not for the table,
 * from whose statistics it estimates how many applications and companies a sum has.
 */
export async function analyzeClicks(orm: MikroORM): Promise<void> {
  await withConnection(orm, {}, async (client) => {
    const { rows } = await client.query<{ is_analyzed: boolean | null }>(selectIsAnalyzed)
    if (!rows[0]?.is_analyzed) await client.query('analyze clicks')
  })
}

/** Runs a write of the clicks of these days. If one of them has no partition, creates it and runs the write again. */
export async function withClickPartitions<T>(
  orm: MikroORM,
  days: string[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    await transact(orm, (em) => createClickPartitions(em, days), { timeLimit: 'bulk' })
    return write()
  }
}
