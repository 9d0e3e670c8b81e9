import { lock } from './lock.ts'
import { type MikroORM, transact } from './unit-of-work.ts'

/** Applies what is pending, one process at a time. Gives the names of what was applied. */
export async function migrate(orm: MikroORM): Promise<string[]> {
  // The lock of a transaction: behind a pooler that lends connections, one of a session would stay when we are gone.
  return transact(orm, async (em) => {
    await lock(em, 'migrations')
    const applied = await orm.migrator.up()
    return applied.map((migration) => migration.name)
  })
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
