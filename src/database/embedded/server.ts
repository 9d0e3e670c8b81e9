import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { connectTo, recordedServer } from './find-server.ts'
import { runProgram } from './run.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 60_000
const pollIntervalMs = 30

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
  const server = spawn(cluster.programs.postgres, ['-D', cluster.data, '-p', String(usedPort)], {
    ...cluster.account,
    cwd: cluster.data,
    detached: true,
    // The server outlives this process and must not inherit the secrets in its environment.
    env: { LC_ALL: 'C' },
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
    const deadline = Date.now() + startTimeoutMs
    while (server.exitCode === null && server.signalCode === null) {
      const client = await connectTo(cluster, usedPort)
      if (client) return client
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer. See ${logOf(cluster)}.`)
      await sleep(pollIntervalMs)
    }
    await closed
    throw new Error(
      `PostgreSQL does not start in ${cluster.data}: ${lastError(output)} See ${logOf(cluster)}.`,
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
  const [server, deadline] = [await recordedServer(cluster), Date.now() + stopTimeoutMs]
  const args = ['stop', '--pgdata', cluster.data, '--mode', 'fast', '--no-wait']
  // It fails if the server has died meanwhile.
  const failure = await runProgram(cluster.programs.pg_ctl, args, cluster.account).catch((error) => error)
  while (server && (await recordedServer(cluster))?.id === server.id) {
    if (failure instanceof Error) throw failure
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not stop. See ${logOf(cluster)}.`)
    await sleep(pollIntervalMs)
  }
}

// Below the ephemeral ports, which outgoing connections use. Derived from the password, so that it stays the same.
async function choosePort(cluster: Cluster): Promise<number> {
  const [first, end] = [20_000, 30_000]
  const own = first + (Number.parseInt(cluster.password.slice(0, 8), 16) % (end - first))
  // The server itself listens there until it has stopped.
  const isStopping = (await recordedServer(cluster)) !== undefined
  return isStopping || (await isFree(own)) ? own : randomInt(first, end)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

function logOf({ data }: Cluster): string {
  return join(data, 'log/server.log')
}

function lastError(output: string): string {
  const last = [...output.matchAll(/(?:FATAL|PANIC): +(.+)(?:\n.*HINT: +(.+))?/g)].at(-1)
  return last ? last.slice(1).filter(Boolean).join('. ') : output.trim()
}
