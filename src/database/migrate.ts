import { sql } from 'kysely'
import pg from 'pg'
import { lock } from './lock.ts'
import type { Read } from './read.ts'
import { statementOf } from './statement.ts'
import { timeLimits } from './time-limits.ts'
import { MikroORM, transact } from './transaction.ts'

/**
 * Applies the pending migrations, limited to `only` if it is set, one process at a time, and returns their names.
 *
 * @throws Error in one line that says what to grant if the role may not create what they create
 */
export async function migrate(orm: MikroORM, only?: string[]): Promise<string[]> {
  // A transaction lock: behind a transaction pooler, a session lock would outlive this process.
  return transact(
    orm,
    async (em) => {
      await lock(em, 'migrations')
      const pending = await pendingMigrations(orm)
      const chosen = only ? pending.filter((name) => only.includes(name)) : pending
      return chosen.length > 0 ? requireGrants(orm, () => apply(orm, chosen)) : []
    },
    { timeLimit: 'migration' },
  )
}

// On its own connections, because the pool has the time limit of short statements.
async function apply(orm: MikroORM, migrations: string[]): Promise<string[]> {
  const { driverOptions, ...config } = orm.config.getAll()
  const limits = { query_timeout: timeLimits.migration, lock_timeout: 0 }
  // A pooler that rejects the limits of sessions rejects this one too.
  const sessionLimit = 'statement_timeout' in driverOptions && { statement_timeout: timeLimits.migration }
  const migrating = new MikroORM({
    ...config,
    driverOptions: { ...driverOptions, ...limits, ...sessionLimit },
  })
  try {
    const applied = await migrating.migrator.up({ migrations })
    return applied.map((migration) => migration.name)
  } finally {
    await migrating.close(true)
  }
}

/**
 * Returns every migration with the time it was applied, or null if it is pending. Creates the table that records them.
 *
 * @throws Error in one line that says what to grant if the role may not create it
 */
export async function migrationStatus(orm: MikroORM): Promise<{ name: string; applied_at: string | null }[]> {
  const applied = await requireGrants(orm, () => orm.migrator.getExecuted())
  const pending = await orm.migrator.getPending()
  return [
    ...applied.map(({ name, executed_at }) => ({ name, applied_at: new Date(executed_at).toISOString() })),
    ...pending.map(({ name }) => ({ name, applied_at: null })),
  ]
}

/** Returns the names of the pending migrations. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await migrationStatus(orm)).filter(({ applied_at }) => applied_at === null).map(({ name }) => name)
}

/** Returns the names of the applied migrations that this version lacks: a later one has migrated the database. */
export async function unknownMigrations(orm: MikroORM): Promise<string[]> {
  const { migrationsList = [] } = orm.config.get('migrations')
  const known = migrationsList.map((migration) => migration.name)
  const status = await migrationStatus(orm)
  return status.map(({ name }) => name).filter((name) => !known.includes(name))
}

/** Returns the names of the pending migrations without a connection of the ORM. The table of migrations must exist. */
export async function pendingMigrationsBy(read: Read, orm: MikroORM): Promise<string[]> {
  const rows = await read(statementOf(sql<{ name: string }>`select name from migrations`))
  const applied = new Set(rows.map(({ name }) => name))
  const { migrationsList = [] } = orm.config.get('migrations')
  return migrationsList.map((migration) => migration.name).filter((name) => !applied.has(name))
}

/** The role, whether it may create tables and extensions, and the extensions that the database does not have yet. */
type Row = {
  role: string
  database: string
  schema: string
  may_create_tables: boolean
  may_create_extensions: boolean
  missing: string[]
}

const selectRow = `
  select current_user::text as role, current_database()::text as database, current_schema()::text as schema,
    has_schema_privilege(current_schema(), 'create') as may_create_tables,
    has_database_privilege(current_database(), 'create') as may_create_extensions,
    coalesce(array_agg(name), '{}') as missing
  from unnest(array['pg_trgm', 'btree_gin']) as required (name)
  where not exists (select from pg_extension where extname = required.name)`

/**
 * Runs a callback that creates tables and extensions.
 *
 * @throws Error in one line that says what to grant if the role may not create them
 */
async function requireGrants<T>(orm: MikroORM, callback: () => Promise<T>): Promise<T> {
  try {
    return await callback()
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const [row] = await orm.em.getConnection().execute<Row[]>(selectRow)
    throw row ? withoutGrants(row, error) : error
  }
}

function withoutGrants({ role, database, schema, missing, ...may }: Row, cause: unknown): unknown {
  const lacking = [
    ...(may.may_create_tables
      ? []
      : [{ objects: 'tables', grant: `create on schema ${pg.escapeIdentifier(schema)}` }]),
    ...(may.may_create_extensions || missing.length === 0
      ? []
      : [
          {
            objects: `the extensions ${missing.join(', ')}`,
            grant: `create on database ${pg.escapeIdentifier(database)}`,
          },
        ]),
  ]
  if (lacking.length === 0) return cause
  const objects = lacking.map((right) => right.objects).join(' and ')
  const statements = lacking.map(({ grant }) => `grant ${grant} to ${pg.escapeIdentifier(role)}`).join('; ')
  return new Error(
    `The role ${role} may not create ${objects}. Run as the owner of the database: ${statements}`,
    { cause },
  )
}
