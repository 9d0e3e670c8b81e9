import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dataFolder, ownDatabase, serve } from './cli.ts'

// What is promised in seconds. Each is tried three times at most: the machine may have something else to do.
vi.setConfig({ testTimeout: 60_000 })

const root = join(import.meta.dirname, '../..')
const main = join(root, 'cli/main.ts')
const { PATH = '', HOME = '' } = process.env

/** Starts the service as the README does, and tells after how many milliseconds it said where it is. */
async function npmStart(DATA_DIR: string): Promise<{ took: number; stop: () => Promise<unknown> }> {
  const begun = performance.now()
  const env = { PATH, HOME, DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' }
  const npm = spawn('npm', ['start', '--silent', '--', '--json'], { cwd: root, env, detached: true })
  const stop = () => {
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGTERM')
  }
  onTestFinished(stop)
  const closed = once(npm, 'close')
  for await (const line of createInterface({ input: npm.stdout })) if (JSON.parse(line).url) break
  const took = performance.now() - begun
  return {
    took,
    stop: () => {
      stop()
      return closed
    },
  }
}

it('npm start serves within 10 s from a new data folder, and within 2 s from a warm one', async () => {
  const folder = await dataFolder()
  const first = await npmStart(folder)
  await first.stop()
  const second = await npmStart(folder)
  await second.stop()
  expect(first.took).toBeLessThan(10_000)
  expect(second.took).toBeLessThan(2000)
})

it('a database that was killed is back within 5 s', async () => {
  const DATA_DIR = await dataFolder()
  const server = await serve({ DATA_DIR })
  const postmaster = await readFile(join(DATA_DIR, 'cluster/data/postmaster.pid'), 'utf8')
  const ready = async () => (await server.get('/health/ready')).status
  const begun = performance.now()
  process.kill(Number.parseInt(postmaster, 10), 'SIGKILL')
  await expect.poll(ready, { timeout: 5000, interval: 20 }).toBe(503)
  await expect.poll(ready, { timeout: 5000, interval: 20 }).toBe(200)
  expect(performance.now() - begun).toBeLessThan(5000)
})

it('tools are listed over stdio within 1.5 s', async () => {
  const env = { PATH, HOME, DATABASE_URL: await ownDatabase(), LOG_LEVEL: 'silent' }
  const begun = performance.now()
  const child = spawn(process.execPath, [main, 'mcp'], { env })
  onTestFinished(() => void child.kill())
  const clientInfo = { name: 'test', version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  for (const message of [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for await (const line of createInterface({ input: child.stdout })) if (JSON.parse(line).id === 2) break
  expect(performance.now() - begun).toBeLessThan(1500)
})
