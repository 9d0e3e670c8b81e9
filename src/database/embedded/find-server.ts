import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'

/** Connects to the server that runs this cluster. Returns undefined if it does not answer. */
export async function findServer(cluster: Cluster): Promise<Client | undefined> {
  const port = await recordedPort(cluster)
  if (!port) return undefined
  const client = connectionTo(cluster, port)
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    if ((await realpath(rows[0].data_directory)) === cluster.data) return client
  } catch {
    // Nothing listens, another program does, or the server is starting or stopping. PostgreSQL itself decides
    // whether a new server may start.
  }
  await client.end()
  return undefined
}

// The port that the server wrote to its file. The process id in it may belong to another process by now.
async function recordedPort(cluster: Cluster): Promise<number> {
  const pidFile = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(pidFile.split('\n')[3])
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
  // Without a listener a broken connection would end the process. The `end` event, which follows, is enough.
  client.on('error', () => undefined)
  return client
}
