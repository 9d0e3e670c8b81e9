import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from './cli.ts'

const root = join(import.meta.dirname, '../..')
const { PATH = '', HOME = '' } = process.env

it.each([
  ['npm start', ['start', '--silent', '--']],
  ['npm run portfolio-ops', ['run', '--silent', 'portfolio-ops', '--', 'serve']],
])(
  'stops on SIGTERM when started by %s, and leaves no process running',
  async (_, args) => {
    const env = { PATH, HOME, DATABASE_URL: await ownDatabase(), PORT: '0', LOG_LEVEL: 'silent' }
    const npm = spawn('npm', [...args, '--json'], { cwd: root, env, detached: true })
    onTestFinished(() => {
      try {
        process.kill(-npm.pid!, 'SIGKILL')
      } catch {
        // No process of the group is left, as expected.
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
    // The output closes when the last process of the group ends.
    await expect(fetch(`${url}/health/live`)).rejects.toThrow()
  },
  60_000,
)
