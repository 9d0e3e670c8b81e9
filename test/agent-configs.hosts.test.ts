import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { makeMcpWorld } from './mcp/world.ts'
import { find, run, start } from './support/program.ts'

// The real agent hosts, with the files of agent-configs/ unchanged. None of them needs a login to connect. A host
// that is not installed is skipped; .ci/hosts installs them.

type Host = {
  program: string
  configs: { stdio: string; http: string }
  /** The path of its configuration file, and the files it needs to trust that file. */
  file: string
  otherFiles?: Record<string, string>
  environment?: Record<string, string>
  list: (prepared: Prepared) => Promise<string>
  connected: RegExp
}
type Prepared = { program: string; folder: string; env: Record<string, string> }

const json = (client: string) => ({ stdio: `${client}/stdio.json`, http: `${client}/http.json` })
const hosts: Host[] = [
  {
    program: 'claude',
    configs: json('claude-code'),
    file: '.mcp.json',
    otherFiles: { '.claude/settings.json': '{"enableAllProjectMcpServers":true}' },
    list: printed('mcp', 'list'),
    connected: /portfolio-ops.*Connected/,
  },
  {
    program: 'gemini',
    configs: json('gemini'),
    file: '.gemini/settings.json',
    environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    list: printed('mcp', 'list'),
    connected: /portfolio-ops.*Connected/,
  },
  {
    program: 'qwen',
    configs: json('qwen'),
    file: '.qwen/settings.json',
    list: printed('mcp', 'list'),
    connected: /portfolio-ops.*Connected/,
  },
  {
    program: 'opencode',
    configs: json('opencode'),
    file: 'opencode.json',
    list: printed('mcp', 'list'),
    connected: /✓ portfolio-ops connected/,
  },
  {
    program: 'codex',
    configs: { stdio: 'codex/stdio.toml', http: 'codex/http.toml' },
    file: '.codex/config.toml',
    list: appServer,
    connected: /get_portfolio_summary/,
  },
]

const world = await makeMcpWorld()
const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
afterAll(() =>
  Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }))),
)

describe.each(hosts)('$program', (host) => {
  for (const transport of ['stdio', 'http'] as const)
    it(`connects over ${transport}`, async ({ skip }) => {
      const program = find(host.program)
      if (!program) return skip(`${host.program} is not on the PATH`)
      const prepared = await prepare(host, program, transport)
      // Some hosts give a server five seconds to start, which is too short on a busy machine: they may retry.
      await expect.poll(() => host.list(prepared), { timeout: 90_000 }).toMatch(host.connected)
    }, 120_000)
})

const plugins = [
  { program: 'claude', args: ['plugin', 'validate', '--strict', '.'], accepted: /Validation passed/ },
  { program: 'codex', args: ['plugin', 'marketplace', 'add', '.'], accepted: /Added marketplace/ },
  {
    program: 'gemini',
    args: ['extensions', 'validate', 'agent-configs'],
    accepted: /successfully validated/,
  },
]
describe.each(plugins)('$program', ({ program: name, args, accepted }) => {
  it('accepts the plugin', async ({ skip }) => {
    const program = find(name)
    if (!program) return skip(`${name} is not on the PATH`)
    const HOME = await mkdtemp(join(tmpdir(), 'host-'))
    folders.push(HOME)
    const { output } = await run(program, args, {
      cwd: root,
      env: { ...world.environment, HOME, NO_COLOR: '1' },
    })
    expect(output).toMatch(accepted)
  }, 120_000)
})

async function prepare(host: Host, program: string, transport: 'stdio' | 'http'): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'host-'))
  folders.push(folder)
  const config = await readFile(join(root, 'agent-configs', host.configs[transport]), 'utf8')
  const script = `${process.execPath} ${root}cli/main.ts`
  const files = {
    [host.file]: config.replaceAll('http://127.0.0.1:3000', world.address),
    'package.json': JSON.stringify({ private: true, scripts: { 'portfolio-ops': script } }),
    ...host.otherFiles,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const env = { ...world.environment, ...host.environment, HOME: folder, NO_COLOR: '1' }
  return { program, folder, env }
}

function printed(...args: string[]) {
  return async ({ program, folder, env }: Prepared) => (await run(program, args, { cwd: folder, env })).output
}

// Codex lists tools only through its own protocol.
async function appServer({ program, folder, env }: Prepared): Promise<string> {
  const { child, stop } = start(program, ['app-server'], { cwd: folder, env })
  child.stderr.resume()
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1.0.0' } } })
  send({ method: 'initialized' })
  send({ id: 2, method: 'mcpServerStatus/list', params: {} })
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if (JSON.parse(line).id === 2) return line
    return 'no answer'
  } finally {
    stop()
  }
}
