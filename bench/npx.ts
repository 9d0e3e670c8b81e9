import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { medianOf, type Rounds } from './support/compare.ts'

const root = join(import.meta.dirname, '..')

/** A command that serves, and its data directory. */
type Start = { label: string; command: string[]; cwd: string; dataDir: string }

/** Times the start of the packed package by npx and of the checkout, until the server is ready. */
export async function npxBench({ rounds }: Rounds): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-ops-npx-'))
  // PostgreSQL does not run as root, and its account must be able to enter the folder.
  chmodSync(folder, 0o755)
  try {
    const npx: Start = {
      label: 'npx',
      command: ['npx', '-y', '--package', pack(folder), 'portfolio-ops', 'serve', '--json'],
      cwd: folder,
      dataDir: join(folder, 'npx-data'),
    }
    const checkout: Start = {
      label: 'npm start',
      command: ['npm', '-s', 'start', '--', '--json'],
      cwd: root,
      dataDir: join(folder, 'checkout-data'),
    }
    for (const start of [npx, checkout])
      console.log(`  ${start.label.padEnd(10)} first start ${seconds(await timeToReady(start, folder))}`)
    const times: number[][] = [[], []]
    for (let round = 0; round < rounds; round++)
      for (const [index, start] of [npx, checkout].entries())
        times[index]?.push(await timeToReady(start, folder))
    const [ours = 0, theirs = 0] = times.map(medianOf)
    console.log(`  npx        ready in ${seconds(ours)}`)
    console.log(`  npm start  ready in ${seconds(theirs)}, ratio ${(ours / theirs).toFixed(2)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function pack(folder: string): string {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' })
  const args = ['pack', '--json', '--pack-destination', folder]
  const packed = execFileSync('npm', args, { cwd: join(root, 'dist'), encoding: 'utf8' })
  return join(folder, JSON.parse(packed)[0].filename)
}

/** Returns the milliseconds until the command prints that it is ready, and stops it. */
async function timeToReady({ command, cwd, dataDir }: Start, folder: string): Promise<number> {
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      // Caches that are empty at the first start.
      npm_config_cache: join(folder, 'npm-cache'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    // A group of its own, because npm does not pass signals on to every process that it starts.
    detached: true,
    // With an open pipe as stdin npm would not end.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  for await (const _ of createInterface(child.stdout)) {
    const time = performance.now() - startedAt
    process.kill(-Number(child.pid), 'SIGTERM')
    await closed
    return time
  }
  throw new Error(`"${command.join(' ')}" ended before it was ready.`)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
