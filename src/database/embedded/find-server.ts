import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'

/** A connection to the server that runs this cluster; nothing if none answers, or somebody else does. */
export async function findServer(cluster: Cluster): Promise<Client | undefined> {
  const port = await recordedPort(cluster)
  if (!port) return undefined
  const client = connectionTo(cluster, port)
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    if ((await realpath(rows[0].data_directory)) === cluster.data) return client
  } catch {
    // Refused, a stranger, starting up or shutting down: PostgreSQL decides whether another may start.
  }
  await client.end()
  return undefined
}

/** The port in the server's own record. The process id beside it proves nothing: it may be anybody's. */
async function recordedPort(cluster: Cluster): Promise<number> {
  const record = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(record.split('\n')[3])
}

function connectionTo(cluster: Cluster, port: number): Client {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  })
  // Without a listener a broken connection would end the process; its `end` event tells us enough.
  client.on('error', () => undefined)
  return client
}
