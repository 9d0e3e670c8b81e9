import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { type Configuration, MikroORM, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql'
import pg from 'pg'
import { type Address, addressesOf } from './address.ts'
import {
  type PoolState,
  poolState,
  type ReplicaState,
  replicaCheck,
  type ServerPool,
} from './check-replicas.ts'
import { type Embedded, joinEmbedded } from './embedded/join.ts'
import { requireScram } from './embedded/require-scram.ts'
import { LimitedClient } from './limited-client.ts'
import { probe, type ServerInfo, sessionOf } from './probe.ts'
import { poolReader, type Read } from './read.ts'
import { timeLimits } from './time-limits.ts'
import { typeParsers } from './type-parsers.ts'
import { writableHost } from './writable-host.ts'

/** An open database: functions that read, and the ORM for transactions. */
export type Database = {
  orm: MikroORM
  /** Reads from the primary, so it sees every committed change. */
  read: Read
  /** Reads from a replica, which may lag, or from the primary if no replica answers. */
  readReplica: Read
  /** Reads from the primary on a connection that no request uses, so that it does not wait for them. */
  readSeparately: Read
  checkReplicas: () => Promise<ReplicaState[]>
  /** Returns the state of the connections to each server. */
  poolStates: () => PoolState[]
  server: ServerInfo
  /** The folder of the embedded database, if that is used. */
  embeddedFolder: string | undefined
  /** Closes the connections. Waits for running statements, by default for at most two seconds. */
  close: (timeoutMs?: number) => Promise<void>
}

/** The address of the database, its connection settings, and its schema. */
export type DatabaseOptions = {
  /** If undefined, the embedded PostgreSQL in `dataDir` is used. */
  url: string | undefined
  dataDir: string
  /** The embedded server to use, which this process has joined. Closing the database leaves it. */
  joined?: Embedded
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
// PostgreSQL plans a prepared statement once per connection. If its tables have grown since then and autovacuum has not
// analyzed them, only a new connection gets a plan for their present size.
const connectionLifetimeSeconds = 300
const closeTimeoutMs = 2000
const replicaTimeoutMs = 1000
const replicaPauseMs = 30_000

/**
 * Opens the database. Starts the embedded one if `url` is undefined.
 *
 * @throws Error in one line that says what to do if the database cannot be used
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded =
    options.joined ?? (options.url ? undefined : await joinEmbedded(options.dataDir, options.report))
  const clientFor = (addresses: Address[]) => clientClass(addresses, embedded)
  const attempts = addressesOf(embedded?.url ?? options.url ?? '')
  const { addresses, settings, ...server } = await probe(attempts, clientFor).catch(async (error) => {
    await embedded?.leave()
    throw error
  })
  const [address] = addresses
  const connection = {
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    max: options.pool,
    maxLifetimeSeconds: connectionLifetimeSeconds,
    query_timeout: timeLimits.write,
    Client: LimitedClient,
  }
  const orm = new MikroORM({
    driver: driverFor(server.schema),
    entities: options.entities,
    extensions: [Migrator],
    migrations: { migrationsList: options.migrations, snapshot: false, tableName: 'migrations' },
    clientUrl: address?.connectionString ?? '',
    pool: { min: 0, max: options.pool },
    // The driver gets the full URL, because the ORM drops its query string, which may contain `sslmode`.
    driverOptions: {
      ...connection,
      ...sessionOf(settings, address),
      Client: clientFor(addresses),
      ...(options.prepared && { pipeline: true }),
    },
    ensureDatabase: false,
    // The request log and its counts are not entities. No entity describes functions and triggers.
    schemaGenerator: {
      skipTables: [/^request_(logs|counts)/, /^click_months$/, /^changed_click_days$/, /^clicks_(from_)?\d/],
      ignoreRoutines: true,
      ignoreTriggers: true,
    },
    logger: () => undefined,
  })
  const pool = await orm.em.getConnection().getNativeClient()
  // The pool gets the same type parsers as the reads, so that a record is the same JSON however it was read.
  Object.assign(pool.options, { types: typeParsers })
  // A replica is read with the search_path of the primary.
  const replicas = options.replicaUrls.map((replicaUrl) => {
    const [[replica] = []] = addressesOf(replicaUrl)
    const pool = new pg.Pool({ ...connection, ...sessionOf(settings, replica, address) })
    return { server: replica?.server ?? '', pool }
  })
  const separate = new pg.Pool({
    ...connection,
    ...sessionOf(settings, address),
    Client: clientFor(addresses),
    max: 1,
  })
  separate.on('error', () => undefined)
  const readSeparately = poolReader(separate, options.prepared)
  const pools = [{ server: 'primary', pool }, ...replicas]
  const read = poolReader(pool, options.prepared)
  const close = async (timeoutMs = closeTimeoutMs) => {
    // The ORM ends its pool only if it has run a statement itself.
    const primary = orm.close(true).then(() => (pool.ending ? undefined : pool.end()))
    const others = [separate, ...replicas.map((replica) => replica.pool)]
    const connections = Promise.all([primary, ...others.map((other) => other.end())])
    await Promise.race([connections, sleep(timeoutMs, undefined, { ref: false })])
    await embedded?.leave()
  }
  try {
    const embeddedFolder = embedded?.folder
    const readReplica = replicas.length === 0 ? read : replicaReader(replicas, options.prepared, read)
    const checkReplicas = replicaCheck(pool, replicas)
    const poolStates = () => pools.map(poolState)
    return {
      ...{ orm, read, readReplica, readSeparately },
      ...{ checkReplicas, poolStates, server, embeddedFolder, close },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function clientClass(addresses: Address[], embedded: Embedded | undefined) {
  if (embedded) return requireScram(LimitedClient)
  return addresses.length > 1 ? writableHost(LimitedClient, addresses) : LimitedClient
}

// The ORM would look for its tables in `public`, and write the name of another schema before each table.
function driverFor(schema: string) {
  return class extends PostgreSqlDriver {
    constructor(config: Configuration) {
      super(config)
      this.platform.getDefaultSchemaName = () => schema
    }
  }
}

// Uses the replicas in turn. A read that failed there, or got no answer for a second, is repeated on the primary. A
// replica that does not answer is then skipped for a while, so that not every read waits for it.
function replicaReader(replicas: ServerPool[], prepared: boolean, primary: Read): Read {
  for (const { pool } of replicas) pool.on('error', () => undefined)
  const readers = replicas.map(({ pool }) => poolReader(pool, prepared))
  let reads = 0
  const skipUntil = replicas.map(() => 0)
  return async (statement) => {
    const index = reads++ % readers.length
    const read = readers[index]
    if (!read || statement.onPrimary || Date.now() < Number(skipUntil[index])) return primary(statement)
    const answer = read(statement)
    answer.catch((error) => {
      if (!(error instanceof pg.DatabaseError)) skipUntil[index] = Date.now() + replicaPauseMs
    })
    return Promise.race([answer, noAnswerFor(replicaTimeoutMs)]).catch(() => primary(statement))
  }
}

function noAnswerFor(ms: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error('The replica does not answer.')), ms).unref(),
  )
}
