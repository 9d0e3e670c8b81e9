import { migrations } from '../migrations/index.ts'
import type { Actor } from '../src/access/actor.ts'
import { type Config, readConfig } from '../src/config.ts'
import { migrate, pendingMigrations } from '../src/database/migrate.ts'
import { type Database, openDatabase } from '../src/database/open.ts'
import { entities } from '../src/entities.ts'
import { system } from '../src/record/provenance.ts'

/** Whoever runs a command: the operator, in the name of the service. */
export const operator: Actor = { by: system, credential: 'system', surface: 'cli', request_id: null }

/** Opens the database that the environment names. What takes time is told on stderr, a line each. */
export function openConfigured(config: Config): Promise<Database> {
  return openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    replicaUrls: config.DATABASE_REPLICA_URLS,
    pool: config.DATABASE_POOL,
    prepared: config.DATABASE_PREPARED,
    entities,
    migrations,
    report: tell,
  })
}

/** Does a command's work on the migrated database, and closes it whatever happens, Ctrl-C included. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  return withOpened(async (database, config) => {
    await bringUpToDate(database, config)
    return work(database, config)
  })
}

/** The same on the database as it is, migrated or not. */
export async function withOpened<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const stop = stopSignal()
  const config = readConfig()
  const database = await openConfigured(config)
  try {
    const interrupted = stop.then(() => {
      throw new Error('Interrupted: it may or may not have been done. Look before you try again.')
    })
    return await Promise.race([work(database, config), interrupted])
  } finally {
    await database.close()
  }
}

/** Opens the migrated database for whoever closes it later. */
export async function openMigrated(config: Config): Promise<Database> {
  const database = await openConfigured(config)
  try {
    await bringUpToDate(database, config)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function bringUpToDate({ orm }: Database, config: Config): Promise<void> {
  if (config.AUTO_MIGRATE) await migrate(orm)
  const pending = await pendingMigrations(orm)
  if (pending.length > 0)
    throw new Error(`${pending.length} migrations are not applied: run "portfolio-ops migrate".`)
}

/** Resolves once the process is told to stop. From this call on it stops only when we let it. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Ctrl-C under npm arrives twice, once from the terminal and once from npm: the handlers stay.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve)
  })
}

/** Tells the person at the terminal something that is no answer. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
