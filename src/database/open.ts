import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import { checkServer, type ServerInfo } from './check-server.ts'
import { Connection } from './connection.ts'
import { joinEmbedded } from './embedded.ts'
import { poolReader, type Read } from './read.ts'
import { typeParsers } from './type-parsers.ts'

/** An open database: functions that read, and the ORM for transactions. */
export type Database = {
  orm: MikroORM
  /** Reads from the primary, so it sees every committed change. */
  read: Read
  /** Reads from a replica, which may lag, or from the primary if no replica answers. */
  readReplica: Read
  server: ServerInfo
  /** Closes the connections. Waits for running statements, for at most two seconds. */
  close: () => Promise<void>
}

/** The address of the database, its connection settings, and its schema. */
export type DatabaseOptions = {
  /** If undefined, the embedded PostgreSQL in `dataDir` is used. */
  url: string | undefined
  dataDir: string
  replicaUrls: string[]
  /** Maximum number of connections. */
  pool: number
  prepared: boolean
  entities: Options['entities']
  migrations: NonNullable<Options['migrations']>['migrationsList']
  /** Receives a line about each step that takes time. */
  report: (line: string) => void
}

const connectTimeoutMs = 4000
const closeTimeoutMs = 2000
const replicaPauseMs = 30_000

/**
 * Opens the database. Starts the embedded one if `url` is undefined.
 *
 * @throws Error in one line that says what to do if the database cannot be used
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? undefined : await joinEmbedded(options.dataDir, options.report)
  const connection = { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, max: options.pool }
  const url = options.url ?? embedded?.url ?? ''
  const orm = new MikroORM({
    entities: options.entities,
    extensions: [Migrator],
    migrations: { migrationsList: options.migrations, snapshot: false, tableName: 'migrations' },
    clientUrl: url,
    pool: { min: 0, max: options.pool },
    // The driver gets the full URL, because the ORM drops its query string, which may contain `sslmode`.
    driverOptions: {
      ...connection,
      connectionString: url,
      ...(options.prepared && { Client: Connection, pipeline: true }),
    },
    ensureDatabase: false,
    // The request log is not an entity: its daily partitions are created and dropped.
    schemaGenerator: { skipTables: [/^request_logs/] },
    logger: () => undefined,
  })
  const pool = await orm.em.getConnection().getNativeClient()
  // The pool gets the same type parsers as the reads, so that a record is the same JSON however it was read.
  Object.assign(pool.options, { types: typeParsers })
  const replicas = options.replicaUrls.map(
    (replica) => new pg.Pool({ ...connection, connectionString: replica }),
  )
  const read = poolReader(pool, options.prepared)
  const close = async () => {
    const connections = Promise.all([orm.close(true), ...replicas.map((replica) => replica.end())])
    await Promise.race([connections, sleep(closeTimeoutMs, undefined, { ref: false })])
    await embedded?.leave()
  }
  try {
    const server = await checkServer(read, url)
    const readReplica = replicas.length === 0 ? read : replicaReader(replicas, options.prepared, read)
    return { orm, read, readReplica, server, close }
  } catch (error) {
    await close()
    throw error
  }
}

// Uses the replicas in turn and repeats a failed read on the primary. A replica that does not answer is
// skipped for a while, so that not every read waits for it.
function replicaReader(replicas: pg.Pool[], prepared: boolean, primary: Read): Read {
  for (const replica of replicas) replica.on('error', () => undefined)
  const readers = replicas.map((replica) => poolReader(replica, prepared))
  let reads = 0
  const skipUntil = replicas.map(() => 0)
  return async (statement) => {
    const index = reads++ % readers.length
    const read = readers[index]
    if (!read || Date.now() < Number(skipUntil[index])) return primary(statement)
    return read(statement).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) skipUntil[index] = Date.now() + replicaPauseMs
      return primary(statement)
    })
  }
}
