import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, openCluster } from './cluster.ts'
import { findServer, startServer, stopServer } from './server.ts'

/** This process's use of the embedded server. */
export type Embedded = {
  /** Logs in as the role of the service, which owns its database and nothing else. */
  url: string
  /** Logs in as the superuser. */
  superuserUrl: string
  /** The folder that contains the cluster: DATA_DIR, or its substitute if PostgreSQL cannot enter that. */
  folder: string
  /** Releases this process's share. The last process to leave stops the server. May be called twice. */
  leave: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL in `dataDir`, or joins the server that runs there. If the server dies, it is
 * restarted, and `url` stays valid. `report` receives a line about each step that takes time.
 *
 * @throws Error in one line that says what to do if PostgreSQL cannot run on this machine, cannot use `dataDir`, or
 * does not start. Attempts are repeated for 15 seconds; each may take up to a minute.
 */
export async function joinEmbedded(dataDir: string, report: (line: string) => void): Promise<Embedded> {
  const cluster = await openCluster(dataDir, report)
  const firstShare = await acquireShare(cluster)
  const { port } = firstShare
  let share: Promise<Client | undefined> = Promise.resolve(watch(firstShare))
  let leaving: Promise<void> | undefined

  function watch(connection: Client): Client {
    connection.once('end', () => {
      if (!leaving) share = rejoin()
    })
    return connection
  }

  async function rejoin(): Promise<Client | undefined> {
    report('The embedded database has stopped. Restarting it …')
    while (!leaving) {
      try {
        const connection = watch(await acquireShare(cluster, port))
        report('The embedded database is running again.')
        return connection
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
      }
    }
  }

  const address = `127.0.0.1:${port}/${roleName}`
  return {
    url: `postgres://${roleName}:${rolePassword(cluster)}@${address}`,
    superuserUrl: `postgres://postgres:${cluster.password}@${address}`,
    folder: cluster.home,
    leave: () => {
      leaving ??= share.then((connection) => connection && releaseShare(cluster, connection))
      return leaving
    },
  }
}

// Each process that uses the server holds this advisory lock in shared mode: its share of the server.
const shareKey = 5_432_018
const acquireTimeoutMs = 15_000
const retryDelayMs = 200

/**
 * Returns a connection that holds a share of the server while it is open. Starts the server if it does not
 * run; with `port`, only on that port.
 *
 * @throws Error of the last attempt; no new attempt starts after 15 seconds
 */
async function acquireShare(cluster: Cluster, port?: number): Promise<Client> {
  const deadline = Date.now() + acquireTimeoutMs
  for (;;) {
    try {
      return await connect(cluster, port)
    } catch (error) {
      // Another process may be starting or stopping the server, or backends of a dead server may still run.
      if (Date.now() > deadline) throw error
    }
    await sleep(retryDelayMs)
  }
}

/**
 * Releases a share and closes its connection. Stops the server if it was the last share.
 *
 * @throws Error if the server does not stop
 */
async function releaseShare(cluster: Cluster, connection: Client): Promise<void> {
  try {
    if (await isLast(connection)) await stopServer(cluster)
  } finally {
    await connection.end()
  }
}

async function connect(cluster: Cluster, port?: number): Promise<Client> {
  const connection = (await findServer(cluster)) ?? (await startServer(cluster, port))
  try {
    await connection.query('select pg_advisory_lock_shared($1)', [shareKey])
    await ensureDatabase(cluster, connection)
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

// If this was the last share, the connection now holds the lock exclusively, so other processes wait for it
// until the server has stopped.
async function isLast(connection: Client): Promise<boolean> {
  try {
    await connection.query('select pg_advisory_unlock_shared($1)', [shareKey])
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as alone', [shareKey])
    return rows[0].alone
  } catch {
    // The server has died, so there is nothing to stop.
    return false
  }
}

/** The role of the service, and the database that it owns in the embedded server. */
const roleName = 'portfolio_ops'

/**
 * Returns the password of the role. It is an HMAC keyed with the superuser's password: every process can compute it
 * without another file, and it does not reveal that password.
 */
function rolePassword({ password }: Cluster): string {
  return createHmac('sha256', password).update(roleName).digest('hex').slice(0, 48)
}

/** Creates the role and its database if they do not exist. Throws if another process creates them at the same time. */
async function ensureDatabase(cluster: Cluster, superuser: Client): Promise<void> {
  if (await exists(superuser, 'pg_database', 'datname')) return
  if (!(await exists(superuser, 'pg_roles', 'rolname')))
    await superuser.query(`create role ${roleName} login password '${rolePassword(cluster)}'`)
  await superuser.query(`create database ${roleName} owner ${roleName}`)
}

async function exists(superuser: Client, table: string, column: string): Promise<boolean> {
  const { rowCount } = await superuser.query(`select from ${table} where ${column} = $1`, [roleName])
  return rowCount === 1
}
