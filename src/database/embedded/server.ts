import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { requireScram } from './require-scram.ts'
import { runProgram } from './run.ts'

const timeoutMs = 60_000
const pollIntervalMs = 30

const ScramClient = requireScram(Client)

/** Connects to the server that runs this cluster. Returns undefined if it does not answer. */
export async function findServer(cluster: Cluster): Promise<Client | undefined> {
  const server = await recordedServer(cluster)
  return server?.port ? connectTo(cluster, server.port) : undefined
}

/**
 * Starts the server on `port`, or by default on the port of the cluster, or on another one if that is in use, and
 * connects to it.
 *
 * @throws Error with the message of PostgreSQL if the server does not start
 */
export async function startServer(cluster: Cluster, port?: number): Promise<Client> {
  const usedPort = port ?? (await choosePort(cluster))
  // The server runs in its own session, so that it survives Ctrl-C and the end of this process. It is a direct
  // child and not started by `pg_ctl start`, so that this process reaps it: in a container the first process
  // may leave a zombie, which PostgreSQL would take for a running server.
  const server = spawn(join(cluster.programs, 'postgres'), ['-D', cluster.data, '-p', String(usedPort)], {
    ...cluster.account,
    cwd: cluster.data,
    detached: true,
    // The server outlives this process and must not inherit the secrets in its environment.
    env: { LC_ALL: 'C', ...(await unrelatedProcess(cluster)) },
    // Until PostgreSQL has opened its log, it writes to stderr.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server.unref()
  let output = ''
  server.stderr.on('data', (text) => {
    output += text
  })
  try {
    await once(server, 'spawn')
    const closed = once(server, 'close')
    const deadline = Date.now() + timeoutMs
    while (server.exitCode === null && server.signalCode === null) {
      const client = await connectTo(cluster, usedPort)
      if (client) return client
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer. See ${logOf(cluster)}.`)
      await sleep(pollIntervalMs)
    }
    await closed
    throw new Error(
      `PostgreSQL does not start in ${cluster.data}: ${lastError(output)} ${adviceFor(output, cluster)}`,
    )
  } finally {
    server.stderr.destroy()
  }
}

/**
 * Stops the server. It waits until `postmaster.pid` no longer describes this server: `pg_ctl --wait` could
 * also wait for a server that another process starts meanwhile.
 *
 * @throws Error if the server still runs after a minute
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const [server, deadline] = [await recordedServer(cluster), Date.now() + timeoutMs]
  await pgCtl(cluster, 'stop', '--mode', 'fast', '--no-wait')
  while (server && (await recordedServer(cluster))?.id === server.id) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not stop. See ${logOf(cluster)}.`)
    await sleep(pollIntervalMs)
  }
}

/**
 * Returns the process id and port of the server in `postmaster.pid`, which may have died. The id may belong to another
 * process by now.
 */
async function recordedServer(cluster: Cluster) {
  const status = await pgCtl(cluster, 'status')
  const id = /PID: (\d{1,10})/.exec(status)?.[1]
  const port = /"-p" "(\d{1,5})"$/.exec(status)?.[1]
  return id ? { id, port: Number(port ?? 0) } : undefined
}

// PostgreSQL does not start while the process recorded in `postmaster.pid` is alive, even if that is another program by
// now, as in a container after a crash. It ignores the process in this variable, by which pg_ctl names its parent. Only
// Linux shows the program; elsewhere PostgreSQL refuses to start.
async function unrelatedProcess(cluster: Cluster): Promise<{ PG_GRANDPARENT_PID?: string }> {
  const recorded = await recordedServer(cluster)
  const program = recorded && (await readFile(`/proc/${recorded.id}/comm`, 'utf8').catch(() => undefined))
  return program && program.trim() !== 'postgres' ? { PG_GRANDPARENT_PID: recorded.id } : {}
}

// Returns what the program prints, or nothing if it fails, for instance because no server runs.
function pgCtl({ programs, data, account }: Cluster, ...args: string[]): Promise<string> {
  return runProgram(join(programs, 'pg_ctl'), [...args, '--pgdata', data], account).catch(() => '')
}

// Connects as the superuser to the server on `port`. Returns undefined if that does not run this cluster.
async function connectTo(cluster: Cluster, port: number): Promise<Client | undefined> {
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

// Below the ephemeral ports, which outgoing connections use. Derived from the password, so that it stays the same.
async function choosePort({ password }: Cluster): Promise<number> {
  const [first, end] = [20_000, 30_000]
  const own = first + (Number.parseInt(password.slice(0, 8), 16) % (end - first))
  return (await isFree(own)) ? own : randomInt(first, end)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listening = once(server, 'listening').finally(() => server.close())
  return listening.then(
    () => true,
    () => false,
  )
}

function logOf({ data }: Cluster): string {
  return join(data, 'log/server.log')
}

function adviceFor(output: string, cluster: Cluster): string {
  const [, id] = /\(PID (\d{1,10})\)/.exec(output) ?? []
  if (!id) return `See ${logOf(cluster)}.`
  return `If process ${id} is not a PostgreSQL server of this folder, remove ${join(cluster.data, 'postmaster.pid')}.`
}

function lastError(output: string): string {
  const last = [...output.matchAll(/(?:FATAL|PANIC): +(.+)(?:\n.*(?:DETAIL|HINT): +(.+))?/g)].at(-1)
  return last ? last.slice(1).filter(Boolean).join('. ') : output.trim()
}
