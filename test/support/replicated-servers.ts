import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot, unprivilegedAccount } from '../../src/database/embedded/account.ts'
import { type Programs, programsFor } from '../../src/database/embedded/programs.ts'
import { type Account, runProgram } from '../../src/database/embedded/run.ts'
import { onFileFinished } from './cleanup.ts'
import { query } from './rows.ts'

/** A PostgreSQL server that a test can kill and start again. */
export type TestServer = { host: string; url: string; kill: () => Promise<void>; start: () => Promise<void> }

/** Starts a primary and a standby that follows it. They are stopped after the test file. */
export async function replicatedServers(): Promise<{ primary: TestServer; standby: TestServer }> {
  const account = isRoot() ? await unprivilegedAccount() : {}
  const programs = await programsFor(account)
  const folder = await mkdtemp(join(tmpdir(), 'replicated-'))
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  onFileFinished(() => rm(folder, { recursive: true }))

  const [primaryData, standbyData] = [join(folder, 'primary'), join(folder, 'standby')]
  await runProgram(
    programs.initdb,
    [`--pgdata=${primaryData}`, '--username=postgres', '--auth=trust', '--no-sync'],
    account,
  )
  const settings = `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`
  await appendFile(join(primaryData, 'postgresql.conf'), settings)
  // A cluster that was never started has the same identity as its copy.
  await runProgram('cp', ['-R', primaryData, standbyData], account)
  const primary = testServer(programs, account, primaryData, await freePort())
  await writeFile(join(standbyData, 'standby.signal'), '')
  const { hostname, port } = new URL(primary.url)
  await appendFile(
    join(standbyData, 'postgresql.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`,
  )
  const standby = testServer(programs, account, standbyData, await freePort())
  await primary.start()
  await standby.start()
  return { primary, standby }
}

function testServer({ postgres }: Programs, account: Account, data: string, port: number): TestServer {
  let server: ChildProcess | undefined
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const processes = await query(url, 'select pid from pg_stat_activity').catch(() => [])
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    // They notice its end a little later, and until then they answer on open connections. In a container without an
    // init process they stay in the list of processes after their end.
    const isAnyRunning = () => processes.some(({ pid }) => isRunning(pid as number))
    for (let waitedMs = 0; waitedMs < 2000 && isAnyRunning(); waitedMs += 10) await sleep(10)
  }
  onFileFinished(kill)
  const start = async () => {
    server = spawn(postgres, ['-D', data, '-p', String(port)], {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    })
    while (!(await answers(url))) await sleep(30)
  }
  return { host: new URL(url).host, url, kill, start }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
