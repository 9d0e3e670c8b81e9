import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { find, run } from '../support/program.ts'
import { token } from '../support/world.ts'
import { fill, makeMcpWorld } from './world.ts'

// The command line of the official inspector. It includes a web interface, so it is not a dependency of this package:
// if it is not on the PATH, these tests are skipped. .ci/hosts installs it.

const world = await makeMcpWorld()
await fill(world)
const home = await mkdtemp(join(tmpdir(), 'inspector-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const main = new URL('../../cli/main.ts', import.meta.url).pathname
const program = find('mcp-inspector')
const http = [`${world.address}/mcp`, '--transport', 'http', '--header', `X-Portfolio-Token: ${token}`]
const targets: Record<string, string[]> = {
  stdio: [process.execPath, main, 'mcp', '-e', `DATABASE_URL=${world.url}`],
  'http, modern': [...http, '--protocol-era', 'modern'],
  'http, legacy': [...http, '--protocol-era', 'legacy'],
}

describe.each(Object.entries(targets))('the inspector over %s', (_name, target) => {
  it('lists and calls tools, and finds nothing in them that another client cannot use', async ({ skip }) => {
    if (!program) return skip('mcp-inspector is not on the PATH')
    const listed = await inspect(program, ...target, '--method', 'tools/list', '--strict')
    expect(listed.code, listed.output).toBe(0)
    expect(listed.output).toContain('describe_write_api')
    const call = ['--method', 'tools/call', '--tool-name', 'list_products']
    const called = await inspect(program, ...target, ...call, '--tool-arg', 'limit=1', 'is_favorite=true')
    expect(called.code, called.output).toBe(0)
    expect(called.output).toContain('qr-scanner')
    const failed = await inspect(program, ...target, ...call, '--tool-arg', 'direction_slug=fitnes')
    expect(failed.code, failed.output).toBe(5)
    expect(failed.output).toContain('Nearest: fitness')
  }, 120_000)
})

function inspect(program: string, ...args: string[]) {
  const env = { ...world.environment, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' }
  return run(program, ['--cli', ...args, '--format', 'json'], { env })
}
