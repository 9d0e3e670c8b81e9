import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from '../migrations/index.ts'
import { systemActor } from '../src/access/actor.ts'
import { entities } from '../src/catalog/entities.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { migrate, pendingMigrations } from '../src/database/migrate.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../src/database/open.ts'
import { logLine } from './output.ts'
import { isStopped, stopSignal } from './stop-signal.ts'

const embeddedCloseTimeoutMs = 3_000

/** Opens the configured database, or the embedded one that was joined. Writes progress to stderr. */
export function openConfiguredDatabase(
  config: Config,
  joined?: Pick<DatabaseOptions, 'joined'>,
): Promise<Database> {
  return openDatabase({
    ...joined,
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    replicaUrls: config.DATABASE_REPLICA_URLS,
    pool: config.DATABASE_POOL,
    prepared: config.DATABASE_PREPARED,
    entities,
    migrations,
    report: logLine,
  })
}

/** Runs `callback` with the migrated database, then closes the database, also after an error or Ctrl-C. */
export async function withMigratedDatabase<T>(
  callback: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  return withDatabase(async (database, config) => {
    await ensureMigrated(database, config)
    return callback(database, config)
  })
}

/** Does the same as `withMigratedDatabase` without applying the migrations first. */
export async function withDatabase<T>(
  callback: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const stop = stopSignal()
  const config = readConfig()
  const interrupted = stop.then(() => {
    throw new Error('Interrupted. The command may or may not have completed; check before you retry.')
  })
  const opening = openConfiguredDatabase(config)
  try {
    const database = await Promise.race([opening, interrupted])
    return await Promise.race([callback(database, config), interrupted])
  } finally {
    await close(opening, config)
  }
}

// An interrupted command waits only to stop an embedded server, which would outlive it.
async function close(opening: Promise<Database>, { DATABASE_URL }: Config): Promise<void> {
  const opened = opening.catch(() => undefined)
  if (!isStopped()) return (await opened)?.close()
  const closed = opened.then((database) => database?.close(0))
  await Promise.race([closed, sleep(DATABASE_URL ? 0 : embeddedCloseTimeoutMs)])
}

/** Opens the migrated database. The caller must close it. */
export async function openMigratedDatabase(config: Config): Promise<Database> {
  const database = await openConfiguredDatabase(config)
  try {
    await ensureMigrated(database, config)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function ensureMigrated({ orm }: Database, config: Config): Promise<void> {
  if (config.AUTO_MIGRATE) await migrate(orm)
  const pending = await pendingMigrations(orm)
  if (pending.length > 0)
    throw new Error(`Migrations not applied: ${pending.length}. Run "portfolio-ops migrate".`)
}

/** The actor of all commands: the system itself, through the CLI. */
export const operator = systemActor
