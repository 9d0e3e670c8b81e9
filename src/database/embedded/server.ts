import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster } from './cluster.ts'
import { findServer } from './find-server.ts'
import { choosePort, readPort } from './port.ts'
import { runProgram } from './run.ts'

const startTimeout = 60_000
const stopTimeout = 60_000

/**
 * Starts the server on `port`, or on the remembered one, and connects to it.
 *
 * @throws Error with PostgreSQL's own words if it refuses; if the remembered port was taken, the next call
 * tries another
 */
export async function startServer(cluster: Cluster, port?: number): Promise<Client> {
  const log = await open(cluster.log, 'a')
  try {
    const { size } = await log.stat()
    const server = launch(cluster, port ?? (await readPort(cluster.portFile)), log.fd)
    await once(server, 'spawn')

    const deadline = Date.now() + startTimeout
    while (server.exitCode === null && server.signalCode === null) {
      const client = await findServer(cluster)
      if (client) return client
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer: see ${cluster.log}.`)
      await sleep(30)
    }

    const words = (await readFile(cluster.log)).subarray(size).toString()
    if (port === undefined && words.includes('Address already in use')) await choosePort(cluster.portFile)
    throw new Error(`PostgreSQL does not start in ${cluster.data}: ${refusal(words)}`)
  } finally {
    await log.close()
  }
}

/**
 * Stops the server that runs now. `pg_ctl --wait` would wait for a newcomer's server as well, which may be up
 * before it has looked: we wait for this one's record to go.
 *
 * @throws Error if the server still runs after a minute
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const [server, deadline] = [await serverRecord(cluster), Date.now() + stopTimeout]
  try {
    const stop = ['stop', '--pgdata', cluster.data, '--mode', 'fast', '--no-wait']
    await runProgram(cluster.programs.pg_ctl, stop, cluster.account)
  } catch (error) {
    // It may have died before it could stop, which will do.
    const survivor = await findServer(cluster)
    await survivor?.end()
    if (survivor) throw error
    return
  }
  while ((await serverRecord(cluster)) === server && isAlive(server)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not stop: see ${cluster.log}.`)
    await sleep(30)
  }
}

/** Process id, folder and start time of the server that runs: which one it is. */
async function serverRecord(cluster: Cluster): Promise<string> {
  const record = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  return record.split('\n').slice(0, 3).join('\n')
}

function isAlive(record: string): boolean {
  try {
    return process.kill(Number.parseInt(record, 10), 0)
  } catch {
    return false
  }
}

/**
 * In a session of its own, so that neither Ctrl-C nor our death reaches it. Not by `pg_ctl start`: our own
 * child is reaped by us; a container's first process may leave a zombie, which PostgreSQL takes for a server.
 */
function launch(cluster: Cluster, port: number, log: number): ChildProcess {
  const server = spawn(cluster.programs.postgres, ['-D', cluster.data, '-p', String(port)], {
    ...cluster.account,
    detached: true,
    // It outlives us, and has no use for the secrets in our environment.
    env: { LC_ALL: 'C' },
    stdio: ['ignore', log, log],
  })
  server.unref()
  return server
}

function refusal(words: string): string {
  const last = [...words.matchAll(/(?:FATAL|PANIC): +(.+)(?:\n.*HINT: +(.+))?/g)].at(-1)
  return last ? last.slice(1).filter(Boolean).join('. ') : words.trim()
}
