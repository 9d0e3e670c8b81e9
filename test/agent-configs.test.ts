import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import table from '../agent-configs/clients.json' with { type: 'json' }
import { tools } from '../mcp/server.ts'
import { clients, httpConfig, stdioConfig } from '../src/config/agent-config.ts'
import { makeMcpWorld } from './mcp/world.ts'
import { commandOf, type Entry, parse } from './support/agent-configs.ts'
import { token } from './support/world.ts'

const world = await makeMcpWorld()
const root = fileURLToPath(new URL('..', import.meta.url))
// Without a version, npx would run whatever is published under the name at that moment.
const pinnedMcpRemote = /^mcp-remote@\d+\.\d+\.\d+$/

describe.each(clients)('the configuration of %s', (client) => {
  it(`starts the server over stdio, from ${table[client].stdio}`, async () => {
    const file = table[client].stdio
    const filled = stdioConfig(client)
    // A configuration that names the checkout is for a client that starts the server from any folder.
    const command = filled ? commandOf(parse(file, filled), tmpdir()) : commandOf(read(file), root)
    expect(await toolsOf(command)).toHaveLength(tools.length)
  }, 60_000)

  it(`connects over HTTP, from ${table[client].http}`, async ({ skip }) => {
    const { text } = httpConfig(client, world.address, token)
    const { url, headers, command, args } = endpointOf(parse(table[client].http, text))
    if (command) {
      expect([command, ...args]).toEqual(expect.arrayContaining([expect.stringMatching(pinnedMcpRemote)]))
      return skip('the client starts mcp-remote, which is not a dependency')
    }
    expect(url).toBe(`${world.address}/mcp`)
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    expect(await toolsOver(transport)).toHaveLength(tools.length)
  })
})

const starts = new Map<string, Promise<unknown[]>>()

// Each distinct command is started once: several files share one.
function toolsOf(start: ReturnType<typeof commandOf>): Promise<unknown[]> {
  const { command, args, cwd } = start
  expect(Object.keys(start.env)).toEqual([])
  const key = JSON.stringify(start)
  const tools =
    starts.get(key) ??
    // A client passes its own environment on, which has the DATABASE_URL here.
    toolsOver(new StdioClientTransport({ command, args, env: world.environment, cwd, stderr: 'ignore' }))
  starts.set(key, tools)
  return tools
}

async function toolsOver(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  // The transports of the SDK do not match its interface under exactOptionalPropertyTypes.
  await client.connect(transport as never)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

function read(file: string): Entry {
  return parse(file, readFileSync(new URL(`../agent-configs/${file}`, import.meta.url), 'utf8'))
}

function endpointOf(entry: Entry) {
  const { url, httpUrl, serverUrl, uri, headers, http_headers, requestOptions, command, args } = entry
  return {
    url: (url ?? httpUrl ?? serverUrl ?? uri ?? '') as string,
    headers: (headers ?? http_headers ?? requestOptions?.headers ?? {}) as Record<string, string>,
    command: command as string | undefined,
    args: (args ?? []) as string[],
  }
}
