import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { readText } from './file.ts'
import { requireScram } from './require-scram.ts'

/** Connects to the server that runs this cluster. Returns undefined if it does not answer. */
export async function findServer(cluster: Cluster): Promise<Client | undefined> {
  const port = Number(readPidFile(cluster).split('\n')[3])
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

/** Returns `postmaster.pid`, or an empty string. The process id in it may belong to another process by now. */
export function readPidFile({ data, account }: Cluster): string {
  try {
    return readText(join(data, 'postmaster.pid'), account)
  } catch {
    return ''
  }
}

const ScramClient = requireScram(Client)

/** Returns a client for a connection as the superuser. */
export function connectionTo(cluster: Cluster, port: number, database = 'postgres'): Client {
  const client = new ScramClient({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  })
  // Without a listener a broken connection would end the process. The `end` event, which follows, is enough.
  client.on('error', () => undefined)
  return client
}
