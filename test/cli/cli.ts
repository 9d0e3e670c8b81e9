import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import { query } from '../support/cluster.ts'
import { removeDataFolder } from '../support/remove-data-folder.ts'

type Environment = Record<string, string>

const main = join(import.meta.dirname, '../../cli/main.ts')
// Of the environment of the test run, only what a program needs to start, and the compile cache of the tests.
const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env

/** Starts a command as a separate process. Its stdout is collected in `out`, or written to `output`. */
export function start(
  args: string[],
  environment: Environment,
  output?: FileHandle,
): ChildProcess & { out: string; err: string } {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['pipe', output?.fd ?? 'pipe', 'pipe'],
  })
  const command = Object.assign(child, { out: '', err: '' })
  child.stdout?.on('data', (chunk) => {
    command.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    command.err += chunk
  })
  return command
}

/** Runs a command and waits for its end. */
export async function run(environment: Environment, ...args: string[]) {
  const child = start(args, environment)
  const [code] = await once(child, 'close')
  return { code, out: child.out, err: child.err, json: () => JSON.parse(child.out) }
}

/** Starts a server and waits for its startup message. It is killed after the test if it still runs. */
export async function serve(environment: Environment) {
  const child = start(['serve', '--json'], { PORT: '0', LOG_LEVEL: 'silent', ...environment })
  const closed = once(child, 'close')
  // It must have ended before its data folder is removed, because it would start its database again.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  while (!child.out.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${child.err}`)
    await sleep(20)
  }
  const startup = JSON.parse(child.out)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code] = await closed
    return code
  }
  const get = (path: string, token = '') =>
    fetch(`${startup.url}${path}`, { headers: { 'x-portfolio-token': token } })
  return { child, startup, url: startup.url as string, end, get }
}

/** Creates a migrated database that is dropped after the test. */
export async function ownDatabase(): Promise<string> {
  const name = `portfolio_ops_cli_${randomBytes(6).toString('hex')}`
  return database(name, `create database ${name} template ${inject('template')}`)
}

/** Creates an empty database that is dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const name = `portfolio_ops_cli_${randomBytes(6).toString('hex')}`
  return database(name, `create database ${name}`)
}

/** Creates a folder for an embedded database, which is stopped and removed after the test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-cli-'))
  onTestFinished(() => removeDataFolder(folder))
  return folder
}

/** Returns a port that is not in use. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return String(port)
}

async function database(name: string, creation: string): Promise<string> {
  await query(inject('server'), creation)
  onTestFinished(() => query(inject('server'), `drop database ${name} with (force)`))
  const url = new URL(inject('server'))
  url.pathname = name
  return url.href
}
