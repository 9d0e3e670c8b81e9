import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { findServer } from './find-server.ts'
import { startServer, stopServer } from './server.ts'

export const databaseName = 'portfolio_ops'

const shareKey = 5_432_018
const patience = 15_000

/**
 * A connection that holds our share of the server for as long as it lives. Starts the server if none runs: on
 * `port` alone if that is given.
 *
 * @throws Error with the last refusal, after 15 seconds
 */
export async function acquireShare(cluster: Cluster, port?: number): Promise<Client> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await enter(cluster, port)
    } catch (error) {
      // Another process may be starting or stopping the server, or a dead one's backends may linger.
      if (Date.now() > deadline) throw error
    }
    await sleep(200)
  }
}

/** @throws Error if ours was the last share, and the server does not stop */
export async function releaseShare(cluster: Cluster, guard: Client): Promise<void> {
  try {
    if (await isLast(guard)) await stopServer(cluster)
  } finally {
    await guard.end()
  }
}

async function enter(cluster: Cluster, port?: number): Promise<Client> {
  const guard = (await findServer(cluster)) ?? (await startServer(cluster, port))
  try {
    await guard.query('select pg_advisory_lock_shared($1)', [shareKey])
    await createDatabase(guard)
    return guard
  } catch (error) {
    await guard.end()
    throw error
  }
}

async function createDatabase(guard: Client): Promise<void> {
  const { rowCount } = await guard.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await guard.query(`create database ${databaseName}`)
}

/** If so, newcomers wait for the lock that we now hold alone, until the server has stopped. */
async function isLast(guard: Client): Promise<boolean> {
  try {
    await guard.query('select pg_advisory_unlock_shared($1)', [shareKey])
    const { rows } = await guard.query('select pg_try_advisory_lock($1) as alone', [shareKey])
    return rows[0].alone
  } catch {
    // The server died under us: there is nothing left to stop.
    return false
  }
}
