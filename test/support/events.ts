import { expect } from 'vitest'
import { token, type World } from './world.ts'

/** The generations of the protocol: with a handshake, and stateless. */
export type Era = '2025-11-25' | '2026-07-28'

const clientInfo = { name: 'woken', version: '2.1.0' }

type Headers = Record<string, string>

/** Sends a JSON-RPC request to /mcp as a client of an era does. Returns the HTTP status, and its result or its error. */
export async function rpc(
  { app }: Pick<World, 'app'>,
  method: string,
  { _meta: sent, ...params }: { _meta?: object; [name: string]: unknown } = {},
  headers: Headers = { 'x-portfolio-token': token },
  era: Era = '2026-07-28',
) {
  const isModern = era === '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
    ...sent,
  }
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json',
      'mcp-protocol-version': era,
      ...(isModern && { 'mcp-method': method }),
      ...headers,
    },
    payload: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: isModern ? _meta : sent } },
  })
  const { result, error } = answer.json()
  return { status: answer.statusCode, result, error }
}

/** Sends a request like `rpc`, and returns its result. */
export async function resultOf(...request: Parameters<typeof rpc>) {
  const { status, result, error } = await rpc(...request)
  expect(error, `${request[1]} ${JSON.stringify(request[2])}`).toBeUndefined()
  expect(status).toBe(200)
  return result
}

/** Returns the function that polls a type of events on from now, and returns the new occurrences. */
export async function followFromNow(
  world: Pick<World, 'app'>,
  name: string,
  filters: object = {},
  headers?: Headers,
) {
  let { cursor } = await resultOf(world, 'events/poll', { name, arguments: filters, cursor: null }, headers)
  // The change feed may be late while another transaction of the cluster runs.
  return async (count: number) => {
    // biome-ignore lint/suspicious/noExplicitAny: occurrences of every type
    const events: any[] = []
    await expect
      .poll(
        async () => {
          const next = await resultOf(world, 'events/poll', { name, arguments: filters, cursor }, headers)
          cursor = next.cursor
          events.push(...next.events)
          return events.length
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThanOrEqual(count)
    return events
  }
}
