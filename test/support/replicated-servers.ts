import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programsFor } from '../../src/database/embedded/programs.ts'
import { type Account, runProgram, unprivilegedAccount } from '../../src/database/embedded/run.ts'
import { onFileFinished } from './cleanup.ts'
import { query } from './rows.ts'

/** A PostgreSQL server that a test can kill and start again. */
export type TestServer = { host: string; url: string; kill: () => Promise<void>; start: () => Promise<void> }

/**
 * Starts a primary and a standby that follows it. They are stopped after the test file. The primary also listens on a
 * socket in `sockets`, and accepts TLS with a certificate for 127.0.0.1 of the authority in the file `authority`.
 */
export async function replicatedServers() {
  const account = await unprivilegedAccount()
  const programs = await programsFor(account)
  const folder = await mkdtemp(join(tmpdir(), 'replicated-'))
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  onFileFinished(() => rm(folder, { recursive: true }))

  const [primaryData, standbyData] = [join(folder, 'primary'), join(folder, 'standby')]
  await runProgram(
    join(programs, 'initdb'),
    [`--pgdata=${primaryData}`, '--username=postgres', '--auth=trust', '--no-sync'],
    account,
  )
  const settings = `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`
  await appendFile(join(primaryData, 'postgresql.conf'), settings)
  // A cluster that was never started has the same identity as its copy.
  await runProgram('cp', ['-R', primaryData, standbyData], account)
  const authority = await createCertificate(folder, primaryData, account)
  // Cloud SQL names its folders so.
  const sockets = join(folder, 'project:region:instance')
  await runProgram('mkdir', [sockets], account)
  const tls = `unix_socket_directories = '${sockets}'\nssl = on\n`
  await appendFile(join(primaryData, 'postgresql.conf'), tls)
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
  return { primary, standby, sockets, authority }
}

/** Creates a certificate for a server, and returns the file with that of the authority that signed it. */
async function createCertificate(folder: string, data: string, account: Account): Promise<string> {
  const authority = join(folder, 'authority')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const create = (file: string, ...args: string[]) =>
    runProgram(
      'openssl',
      ['req', '-x509', ...key, '-keyout', `${file}.key`, '-out', `${file}.crt`, ...args],
      account,
    )
  await create(authority, '-subj', '/CN=Authority')
  const signed = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`]
  await create(join(data, 'server'), '-subj', '/CN=db', '-addext', 'subjectAltName=IP:127.0.0.1', ...signed)
  return `${authority}.crt`
}

function testServer(programs: string, account: Account, data: string, port: number): TestServer {
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
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port)], {
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
