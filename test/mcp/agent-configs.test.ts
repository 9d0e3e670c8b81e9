import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import table from '../../agent-configs/clients.json' with { type: 'json' }
import { agentConfig, clients, stdioConfig } from '../../cli/agent-config.ts'
import { token } from '../support/world.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const root = fileURLToPath(new URL('../..', import.meta.url))

describe.each(clients)('%s', (client) => {
  it(`starts the server as ${table[client].stdio} says`, async () => {
    const file = table[client].stdio
    const filled = stdioConfig(client)
    // One that names the checkout is for a client that starts it from anywhere.
    const line = filled ? started(parse(file, filled), tmpdir()) : started(read(file), root)
    expect(await toolsOf(line)).toHaveLength(13)
  }, 60_000)

  it(`reaches the server as ${table[client].http} says`, async ({ skip }) => {
    const { text } = agentConfig(client, world.address, token)
    const { url, headers, command } = reached(parse(table[client].http, text))
    if (command) return skip('it starts mcp-remote, which is not ours to install')
    expect(url).toBe(`${world.address}/mcp`)
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    expect(await toolsOver(transport)).toHaveLength(13)
  })
})

const starts = new Map<string, Promise<unknown[]>>()

// Files that say the same start the same: once is enough.
function toolsOf(line: ReturnType<typeof started>): Promise<unknown[]> {
  const { command, args, cwd } = line
  expect(Object.keys(line.env)).toEqual([])
  const key = JSON.stringify(line)
  const tools =
    starts.get(key) ??
    // A client passes on its own environment, which names the database here.
    toolsOver(new StdioClientTransport({ command, args, env: world.environment, cwd, stderr: 'ignore' }))
  starts.set(key, tools)
  return tools
}

async function toolsOver(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  // The SDK's own transports do not fit its interface under exactOptionalPropertyTypes.
  await client.connect(transport as never)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

function read(file: string): Entry {
  return parse(file, readFileSync(new URL(`../../agent-configs/${file}`, import.meta.url), 'utf8'))
}

// biome-ignore lint/suspicious/noExplicitAny: sixteen formats of other people; the connection is the check.
type Entry = Record<string, any>

function parse(file: string, text: string): Entry {
  const config: Entry = file.endsWith('.toml')
    ? parseToml(text)
    : file.endsWith('.yaml')
      ? parseYaml(text)
      : JSON.parse(text)
  const roots = ['mcpServers', 'servers', 'context_servers', 'mcp', 'mcp_servers', 'extensions']
  const found = roots.map((name) => config[name]).find((servers) => servers !== undefined)
  return Array.isArray(found) ? found[0] : found['portfolio-ops']
}

function started({ command, cmd, args, env, environment, envs, cwd }: Entry, folder: string) {
  const [program, ...rest] = [command ?? cmd, args ?? []].flat(2) as string[]
  return {
    command: program ?? '',
    args: rest,
    env: (env ?? environment ?? envs ?? {}) as object,
    cwd: cwd === undefined || cwd === '.' ? folder : (cwd as string),
  }
}

function reached({ url, httpUrl, serverUrl, uri, headers, http_headers, requestOptions, command }: Entry) {
  return {
    url: (url ?? httpUrl ?? serverUrl ?? uri ?? '') as string,
    headers: (headers ?? http_headers ?? requestOptions?.headers ?? {}) as Record<string, string>,
    command: command as string | undefined,
  }
}
