import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { slowness } from '../support/slowness.ts'
import { ownDatabase } from './cli.ts'

const main = join(import.meta.dirname, '../../cli/main.ts')
const { PATH = '', HOME = '' } = process.env

it('lists the tools over stdio within 1.5 s, or longer on a slow machine', async () => {
  const env = { PATH, HOME, DATABASE_URL: await ownDatabase(), LOG_LEVEL: 'silent' }
  const startedAt = performance.now()
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
  const durationMs = performance.now() - startedAt
  expect(durationMs).toBeLessThan(1500 * (await slowness()))
})
