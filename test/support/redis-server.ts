import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { find } from './program.ts'

/** A Redis server that a test can freeze. */
export type RedisServer = { url: string; port: number; freeze: () => void; resume: () => void }

/** The path of redis-server, if it is installed. */
export const redisProgram = find('redis-server')
if (!redisProgram) console.info('redis-server is not installed: skipping the tests with a Redis that fails')

/** Starts a Redis server on a free port. It is stopped after the test. */
export async function redisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-redis-'))
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const child = spawn(redisProgram ?? '', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Ready to accept connections')) break
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
