import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { requireScram } from './require-scram.ts'
import { runProgram } from './run.ts'

/** Connects to the server that runs this cluster. Returns undefined if it does not answer. */
export async function findServer(cluster: Cluster): Promise<Client | undefined> {
  const server = await recordedServer(cluster)
  return server && connectTo(cluster, server.port)
}

/**
 * Returns the process id and port of the server in `postmaster.pid`, which may have died. The id may belong to another
 * process by now.
 */
export async function recordedServer({ programs, data, account }: Cluster) {
  const status = await runProgram(programs.pg_ctl, ['status', '--pgdata', data], account).catch(() => '')
  const id = /PID: (\d{1,10})/.exec(status)?.[1]
  const port = /"-p" "(\d{1,5})"$/.exec(status)?.[1]
  return id && port ? { id, port: Number(port) } : undefined
}

const ScramClient = requireScram(Client)

/** Connects as the superuser to the server on `port`. Returns undefined if that does not run this cluster. */
export async function connectTo(cluster: Cluster, port: number): Promise<Client | undefined> {
  const client = new ScramClient({
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
