import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { token } from '../support/world.ts'
import { find, run } from './program.ts'
import { fill, makeMcpWorld } from './world.ts'

// The official inspector's command line. It brings a web interface with it, so it is no dependency of ours: where it
// is not on the PATH these tests are skipped, which the report says; .ci/hosts installs it.

const world = await makeMcpWorld()
await fill(world)
const home = await mkdtemp(join(tmpdir(), 'inspector-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const main = new URL('../../cli/main.ts', import.meta.url).pathname
const program = find('mcp-inspector')
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
  return run(program, ['--cli', ...args, '--format', 'json'], { env })
}
