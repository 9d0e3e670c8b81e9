import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from './cli.ts'

const root = join(import.meta.dirname, '../..')
const { PATH = '', HOME = '' } = process.env

it('npm start ends with SIGTERM, and nothing is left running', async () => {
  const env = { PATH, HOME, DATABASE_URL: await ownDatabase(), PORT: '0', LOG_LEVEL: 'silent' }
  const npm = spawn('npm', ['start', '--silent', '--', '--json'], { cwd: root, env, detached: true })
  onTestFinished(() => {
    try {
      process.kill(-npm.pid!, 'SIGKILL')
    } catch {
      // Nobody of the group is left, which is what is wanted.
    }
  })
  const closed = once(npm, 'close')
  let url = ''
  for await (const line of createInterface({ input: npm.stdout })) {
    url = JSON.parse(line).url
    if (url) break
  }
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  npm.kill('SIGTERM')
  await closed
  // Output is closed once the last of the group has ended.
  await expect(fetch(`${url}/health/live`)).rejects.toThrow()
}, 60_000)
