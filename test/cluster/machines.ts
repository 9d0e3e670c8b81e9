import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const page = readFileSync(new URL('../../docs/high-availability.md', import.meta.url), 'utf8')
const main = join(import.meta.dirname, '../../cli/main.ts')

/** The token of the portfolio that the service accepts. */
export const token = 'token-of-the-failover-test'

const folder = mkdtempSync(join(tmpdir(), 'failover-'))
const running = new Set<ChildProcess>()

/** Returns the programs that are not installed. */
export function missingPrograms(): string[] {
  const programs = ['etcd', 'patroni', 'haproxy', '/usr/lib/postgresql/15/bin/postgres']
  return programs.filter((program) => spawnFails('sh', ['-c', `command -v ${program}`]))
}

/** A database server: its name, its address, and what kills its processes without a warning and starts them again. */
export type DatabaseServer = ReturnType<typeof databaseServer>

/** Starts the processes of one database server. */
export function databaseServer(number: number) {
  const name = `db${number}`
  const address = `127.0.0.1${number}`
  const home = join(folder, name)
  mkdirSync(home)
  const etcd = variablesOf(fileOf('/etc/default/etcd', name))
  const config = writeFile(home, '/etc/patroni/config.yml', name)
  chmodSync(writeFile(home, '/etc/patroni/create-database.sh', name), 0o755)
  execFileSync('chown', ['-R', 'postgres', home])
  chmodSync(folder, 0o755)
  let processes: ChildProcess[] = []
  const start = () => {
    processes = [
      run(home, ['setpriv', ...asPostgres, 'etcd'], etcd),
      run(home, ['setpriv', ...asPostgres, 'patroni', config]),
    ]
  }
  // As in a power failure: nothing is shut down, and nothing else of this server goes on.
  const kill = () => {
    const [etcdProcess, patroni] = processes
    const postmaster = Number.parseInt(readFileSync(join(home, 'portfolio/postmaster.pid'), 'utf8'), 10)
    const pids = [patroni?.pid, etcdProcess?.pid, postmaster, ...childrenOf(postmaster)]
    for (const pid of pids) if (pid) process.kill(pid, 'SIGKILL')
  }
  const stop = () => {
    for (const child of processes.toReversed()) child.kill('SIGTERM')
  }
  /** Returns the status of a check of Patroni, such as `primary`, or undefined if it does not answer. */
  const check = async (path: string): Promise<number | undefined> => {
    try {
      const response = await fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(1000) })
      await response.body?.cancel()
      return response.status
    } catch {}
  }
  start()
  return { name, address, start, kill, stop, check }
}

/** Starts a server of the service. `databaseUrl` replaces the URL of the page. */
export function serviceServer(number: number, databaseUrl?: string) {
  const variables = {
    ...variablesOf(fileOf('/etc/portfolio-ops/environment', 'db1')),
    DATABASE_URL: fileOf('/etc/portfolio-ops/database_url', 'db1').trim(),
    HOST: `127.0.0.2${number}`,
    PORTFOLIO_TOKENS: token,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const start = () => run(folder, [process.execPath, main, 'serve'], variables)
  const isReady = () =>
    fetch(`http://${variables.HOST}:3000/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  return { start, isReady }
}

/** Starts the proxy. */
export function proxy(): void {
  run(folder, ['haproxy', '-db', '-f', writeFile(folder, '/etc/haproxy/haproxy.cfg', 'db1')])
}

/** Stops every process. The folder with their logs stays. Returns its path. */
export async function stopAll(servers: DatabaseServer[]): Promise<string> {
  for (const server of servers) server.stop()
  for (const child of running) child.kill('SIGTERM')
  for (const deadline = Date.now() + 15_000; running.size > 0 && Date.now() < deadline; ) await sleep(100)
  for (const child of running) child.kill('SIGKILL')
  return folder
}

/** Waits until a condition holds, and fails after two minutes. */
export async function waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited two minutes for ${what}. See the logs in ${folder}.`)
    await sleep(50)
  }
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups']

function run(home: string, [program = '', ...args]: string[], variables = {}): ChildProcess {
  const name = args.find((arg) => arg === 'etcd' || arg === 'patroni') ?? basename(program)
  const log = openSync(join(home, `${name}.log`), 'a')
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C', ...variables }
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', log, log] })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}

function spawnFails(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
}

// Returns a file of the page for a database server: its own name and address, addresses of this machine, and its
// folders.
function fileOf(path: string, name: string): string {
  const [, content = ''] = page.split(`\n\`${path}\`\n`)[1]?.split(/```\w*\n([\s\S]*?)```/) ?? []
  const number = name.at(-1)
  const own = content
    .split('\n')
    .map((line) =>
      line.includes('10.0.0.13') || /server db/.test(line)
        ? line
        : line.replaceAll('db1', name).replaceAll('10.0.0.11', `10.0.0.1${number}`),
    )
  return own
    .join('\n')
    .replaceAll('10.0.0.', '127.0.0.')
    .replaceAll(/\/var\/lib\/(postgresql\/15|etcd)\/portfolio/g, (_, kind) =>
      join(folder, name, kind === 'etcd' ? 'etcd' : 'portfolio'),
    )
    .replaceAll(/\/var\/run\/postgresql|\/etc\/patroni/g, join(folder, name))
}

function writeFile(home: string, path: string, name: string): string {
  const file = join(home, basename(path))
  writeFileSync(file, fileOf(path, name))
  return file
}

function variablesOf(file: string): Record<string, string> {
  return Object.fromEntries([...file.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}
