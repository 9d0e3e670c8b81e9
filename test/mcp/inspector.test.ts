import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { token } from '../support/world.ts'
import { fill, makeMcpWorld } from './world.ts'

// The official inspector's command line. It brings a web interface with it, so it is no dependency of ours: where it
// is not on the PATH these tests are skipped, which the report says.

const world = await makeMcpWorld()
await fill(world)
const home = await mkdtemp(join(tmpdir(), 'inspector-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const main = new URL('../../cli/main.ts', import.meta.url).pathname
const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'mcp-inspector'))
const program = paths.find((path) => existsSync(path))
const http = [`${world.address}/mcp`, '--transport', 'http', '--header', `X-Portfolio-Token: ${token}`]
const ways: Record<string, string[]> = {
  stdio: [process.execPath, main, 'mcp', '-e', `DATABASE_URL=${world.url}`],
  'http, modern': [...http, '--protocol-era', 'modern'],
  'http, legacy': [...http, '--protocol-era', 'legacy'],
}

describe.each(Object.entries(ways))('the inspector over %s', (_name, way) => {
  it('lists and calls, and finds nothing that another client could not take', async ({ skip }) => {
    if (!program) return skip('mcp-inspector is not on the PATH')
    const listed = await inspect(program, ...way, '--method', 'tools/list', '--strict')
    expect(listed.code, listed.output).toBe(0)
    expect(listed.output).toContain('describe_write_api')
    const call = ['--method', 'tools/call', '--tool-name', 'list_products']
    const called = await inspect(program, ...way, ...call, '--tool-arg', 'limit=1', 'is_favorite=true')
    expect(called.code, called.output).toBe(0)
    expect(called.output).toContain('qr-scanner')
    const refused = await inspect(program, ...way, ...call, '--tool-arg', 'direction_slug=fitnes')
    expect(refused.code, refused.output).toBe(5)
    expect(refused.output).toContain('Nearest: fitness')
  }, 120_000)
})

function inspect(program: string, ...args: string[]) {
  const env = { ...world.environment, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' }
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      program,
      ['--cli', ...args, '--format', 'json'],
      { env, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
