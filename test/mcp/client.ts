import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { token } from '../support/world.ts'
import type { McpWorld } from './world.ts'

/** A connected client of either generation. */
// biome-ignore lint/suspicious/noExplicitAny: two generations of one interface, which the tests check
export type AnyClient = any

const info = { name: 'test', version: '1.0.0' }
const main = new URL('../../cli/main.ts', import.meta.url).pathname
const requestInit = { headers: { 'X-Portfolio-Token': token } }

/** Connects each generation of the official client over each transport. */
export const connections: Record<string, (world: McpWorld) => Promise<AnyClient>> = {
  'v2 modern over HTTP': ({ address }) =>
    connected(modern(), new Http2(new URL(`${address}/mcp`), { requestInit })),
  'v2 modern over stdio': ({ environment }) => connected(modern(), new Stdio2(command(environment))),
  'v2 legacy over HTTP': ({ address }) =>
    connected(new Client2(info), new Http2(new URL(`${address}/mcp`), { requestInit })),
  'v1 over HTTP': ({ address }) =>
    connected(new Client1(info), new Http1(new URL(`${address}/mcp`), { requestInit })),
  'v1 over stdio': ({ environment }) => connected(new Client1(info), new Stdio1(command(environment))),
}

function modern() {
  return new Client2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
}

function command(env: Record<string, string>) {
  return { command: process.execPath, args: [main, 'mcp'], env, stderr: 'ignore' as const }
}

async function connected(client: AnyClient, transport: unknown): Promise<AnyClient> {
  await client.connect(transport)
  return client
}
