import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { ensureDatabase } from './role.ts'
import { findServer, startServer, stopServer } from './server.ts'

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
export async function acquireShare(cluster: Cluster, port?: number): Promise<Client> {
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
export async function releaseShare(cluster: Cluster, connection: Client): Promise<void> {
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
