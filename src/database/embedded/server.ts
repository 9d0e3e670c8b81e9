import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { openFile, readText } from './file.ts'
import { findServer, readPidFile } from './find-server.ts'
import { choosePort, readPort } from './port.ts'
import { runProgram } from './run.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 60_000
const pollIntervalMs = 30

/**
 * Starts the server on `port`, or by default on the stored port, and connects to it.
 *
 * @throws Error with the message of PostgreSQL if the server does not start. If the stored port was in use,
 * the next call tries another one.
 */
export async function startServer(cluster: Cluster, port?: number): Promise<Client> {
  const log = openFile(cluster.log, 'append', cluster.files)
  try {
    const { size } = fstatSync(log)
    const server = launch(cluster, port ?? readPort(cluster.portFile, cluster.files), log)
    await once(server, 'spawn')

    const deadline = Date.now() + startTimeoutMs
    while (server.exitCode === null && server.signalCode === null) {
      const client = await findServer(cluster)
      if (client) return client
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer. See ${cluster.log}.`)
      await sleep(pollIntervalMs)
    }

    const output = Buffer.from(readText(cluster.log, cluster.files)).subarray(size).toString()
    if (port === undefined && output.includes('Address already in use'))
      choosePort(cluster.portFile, cluster.files)
    throw new Error(`PostgreSQL does not start in ${cluster.data}: ${lastError(output)} See ${cluster.log}.`)
  } finally {
    closeSync(log)
  }
}

/**
 * Stops the server. It waits until `postmaster.pid` no longer describes this server: `pg_ctl --wait` could
 * also wait for a server that another process starts meanwhile.
 *
 * @throws Error if the server still runs after a minute
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const [server, deadline] = [serverIdentity(cluster), Date.now() + stopTimeoutMs]
  try {
    const args = ['stop', '--pgdata', cluster.data, '--mode', 'fast', '--no-wait']
    await runProgram(cluster.programs.pg_ctl, args, cluster.account)
  } catch (error) {
    // The server may have died before it could be stopped. Then there is nothing left to do.
    const client = await findServer(cluster)
    await client?.end()
    if (client) throw error
    return
  }
  while (serverIdentity(cluster) === server && isAlive(server)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not stop. See ${cluster.log}.`)
    await sleep(pollIntervalMs)
  }
}

// The process id, the folder and the start time of the server. Together they identify one run of it.
function serverIdentity(cluster: Cluster): string {
  return readPidFile(cluster).split('\n').slice(0, 3).join('\n')
}

function isAlive(identity: string): boolean {
  try {
    return process.kill(Number.parseInt(identity, 10), 0)
  } catch {
    return false
  }
}

// The server runs in its own session, so that it survives Ctrl-C and the end of this process. It is a direct
// child and not started by `pg_ctl start`, so that this process reaps it: in a container the first process
// may leave a zombie, which PostgreSQL would take for a running server.
function launch(cluster: Cluster, port: number, logFile: number): ChildProcess {
  const server = spawn(cluster.programs.postgres, ['-D', cluster.data, '-p', String(port)], {
    ...cluster.account,
    cwd: cluster.data,
    detached: true,
    // The server outlives this process and must not inherit the secrets in its environment.
    env: { LC_ALL: 'C' },
    stdio: ['ignore', logFile, logFile],
  })
  server.unref()
  return server
}

function lastError(output: string): string {
  const last = [...output.matchAll(/(?:FATAL|PANIC): +(.+)(?:\n.*HINT: +(.+))?/g)].at(-1)
  return last ? last.slice(1).filter(Boolean).join('. ') : output.trim()
}
