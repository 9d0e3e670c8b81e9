import type { MikroORM } from '@mikro-orm/postgresql'

// Any number, the same in every version of the program.
const migrationLock = 7_061_983

/** Applies what is pending, one process at a time. Gives the names of what was applied. */
export async function migrate(orm: MikroORM): Promise<string[]> {
  const pool = await orm.em.getConnection().getNativeClient()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await orm.migrator.up()
    return applied.map((migration) => migration.name)
  } finally {
    // A session lock would outlive the work on a pooled connection: it goes with the connection.
    client.release(true)
  }
}

/** The migrations by name, with the moment each was applied, or null. */
export async function migrationStatus(orm: MikroORM): Promise<{ name: string; applied_at: string | null }[]> {
  const [applied, pending] = [await orm.migrator.getExecuted(), await orm.migrator.getPending()]
  return [
    ...applied.map(({ name, executed_at }) => ({ name, applied_at: new Date(executed_at).toISOString() })),
    ...pending.map(({ name }) => ({ name, applied_at: null })),
  ]
}

/** The names of the migrations that nobody has applied yet. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await migrationStatus(orm)).filter(({ applied_at }) => applied_at === null).map(({ name }) => name)
}
