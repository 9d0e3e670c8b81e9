import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { findServer } from './find-server.ts'
import { ensureDatabase } from './role.ts'
import { startServer, stopServer } from './server.ts'

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
      return await connectWith(share, cluster, port)
    } catch (error) {
      // Another process may be starting or stopping the server, or backends of a dead server may still run.
      if (Date.now() > deadline) throw error
    }
    await sleep(retryDelayMs)
  }
}

/**
 * Does the same as `acquireShare`, but the connection holds all shares, so that no other process can acquire one.
 *
 * @throws Error if another process has a share, or the server does not start
 */
export async function acquireAllShares(cluster: Cluster): Promise<Client> {
  return connectWith(requireAllShares, cluster)
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

async function connectWith(
  lock: (connection: Client) => Promise<unknown>,
  cluster: Cluster,
  port?: number,
): Promise<Client> {
  const connection = (await findServer(cluster)) ?? (await startServer(cluster, port))
  try {
    await lock(connection)
    await ensureDatabase(cluster, connection)
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

function share(connection: Client): Promise<unknown> {
  return connection.query('select pg_advisory_lock_shared($1)', [shareKey])
}

async function requireAllShares(connection: Client): Promise<void> {
  if (!(await lockAllShares(connection)))
    throw new Error('Another process uses the database. Stop every process of portfolio-ops, then retry.')
}

async function lockAllShares(connection: Client): Promise<boolean> {
  const { rows } = await connection.query('select pg_try_advisory_lock($1) as alone', [shareKey])
  return rows[0].alone
}

// If this was the last share, the connection now holds the lock exclusively, so other processes wait for it
// until the server has stopped.
async function isLast(connection: Client): Promise<boolean> {
  try {
    await connection.query('select pg_advisory_unlock_shared($1)', [shareKey])
    return await lockAllShares(connection)
  } catch {
    // The server has died, so there is nothing to stop.
    return false
  }
}
