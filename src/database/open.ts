import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import { checkServer, type ServerInfo } from './check-server.ts'
import { Connection } from './connection.ts'
import { joinEmbedded } from './embedded.ts'
import { poolReader, type Read } from './read.ts'
import { typeParsers } from './type-parsers.ts'

/** An open database: reads, and the ORM for units of work. */
export type Database = {
  orm: MikroORM
  /** Sees everything that was committed. */
  read: Read
  /** May lag a little: asks a replica where there is one, the database itself where none answers. */
  readReplica: Read
  server: ServerInfo
  /** Waits for what is still being done, but not for long. */
  close: () => Promise<void>
}

/** Where the database is, how to talk to it, and what is in it. */
export type DatabaseOptions = {
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  url: string | undefined
  dataDir: string
  replicaUrls: string[]
  pool: number
  prepared: boolean
  entities: Options['entities']
  migrations: NonNullable<Options['migrations']>['migrationsList']
  /** Is told, a line each, what takes time. */
  report: (line: string) => void
}

const connectTimeout = 4000
const closeTimeout = 2000
const replicaRest = 30_000

/**
 * Opens the database, starting the embedded one first where no address is given.
 *
 * @throws Error in one line that says what to do, if there is none that we can use
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? undefined : await joinEmbedded(options.dataDir, options.report)
  const connection = { connectionTimeoutMillis: connectTimeout, keepAlive: true, max: options.pool }
  const url = options.url ?? embedded?.url ?? ''
  const orm = new MikroORM({
    entities: options.entities,
    extensions: [Migrator],
    migrations: { migrationsList: options.migrations, snapshot: false, tableName: 'migrations' },
    clientUrl: url,
    pool: { min: 0, max: options.pool },
    // The ORM leaves out the query of an address, where it says how safe the connection must be.
    driverOptions: {
      ...connection,
      connectionString: url,
      ...(options.prepared && { Client: Connection, pipeline: true }),
    },
    ensureDatabase: false,
    // The request log is no entity: it comes and goes by partitions.
    schemaGenerator: { skipTables: [/^request_logs/] },
    logger: () => undefined,
  })
  const pool = await orm.em.getConnection().getNativeClient()
  // The driver's own pool takes our parsers, so that a record is the same JSON however it was read.
  Object.assign(pool.options, { types: typeParsers })
  const replicas = options.replicaUrls.map(
    (replica) => new pg.Pool({ ...connection, connectionString: replica }),
  )
  const read = poolReader(pool, options.prepared)
  const close = async () => {
    const connections = Promise.all([orm.close(true), ...replicas.map((replica) => replica.end())])
    await Promise.race([connections, sleep(closeTimeout, undefined, { ref: false })])
    await embedded?.leave()
  }
  try {
    const server = await checkServer(read, url)
    const readReplica = replicas.length === 0 ? read : readAny(replicas, options.prepared, read)
    return { orm, read, readReplica, server, close }
  } catch (error) {
    await close()
    throw error
  }
}

// One replica after the other; what fails there is asked of the database itself. One that does not answer is left
// alone for a while: everybody would wait for it.
function readAny(replicas: pg.Pool[], prepared: boolean, primary: Read): Read {
  for (const replica of replicas) replica.on('error', () => undefined)
  const readers = replicas.map((replica) => poolReader(replica, prepared))
  let turn = 0
  const restUntil = replicas.map(() => 0)
  return async (statement) => {
    const place = turn++ % readers.length
    const read = readers[place]
    if (!read || Date.now() < Number(restUntil[place])) return primary(statement)
    return read(statement).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) restUntil[place] = Date.now() + replicaRest
      return primary(statement)
    })
  }
}
