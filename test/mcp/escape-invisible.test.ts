import { afterAll, describe, expect, it } from 'vitest'
import { type AnyClient, connections } from './client.ts'
import { expectEscaped, hostile } from './hostile.ts'
import { makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
const clients: AnyClient[] = await Promise.all(
  ['v2 modern over HTTP', 'v1 over HTTP'].map((name) => connections[name]?.(world)),
)
const [client] = clients
afterAll(() => Promise.all(clients.map((connected) => connected.close())))

describe('hostile text that a client sends', () => {
  it('is escaped and short in the errors that quote it', async () => {
    const requests: ((connected: AnyClient) => Promise<unknown>)[] = [
      (connected) => connected.callTool({ name: hostile, arguments: {} }),
      (connected) => connected.getPrompt({ name: hostile }),
      (connected) => connected.readResource({ uri: hostile }),
      (connected) => connected.readResource({ uri: `portfolio://products/${hostile}` }),
      (connected) =>
        connected.complete({
          ref: { type: 'ref/prompt', name: hostile },
          argument: { name: 'x', value: '' },
        }),
    ]
    for (const request of requests)
      for (const connected of clients) {
        // biome-ignore lint/suspicious/noExplicitAny: an error of either generation
        const error: any = await request(connected).then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(error).not.toBeNull()
        expectEscaped(`${error.message} ${JSON.stringify(error.data ?? '')}`, 1200)
      }
  })

  it.each([
    ['version', 'tools/list', hostile, {}],
    ['method', hostile, '2026-07-28', { 'mcp-method': 'tools/list' }],
  ])('is escaped and short where the SDK rejects a %s', async (_what, method, version, headers) => {
    const { status, body } = await world.send('POST', '/mcp', modernRequest(method, version), headers)
    expect([status, body.jsonrpc]).toEqual([400, '2.0'])
    expectEscaped(`${body.error.message} ${JSON.stringify(body.error.data ?? '')}`, 1200)
  })

  it('is escaped and short as the name of an unknown argument, whose error still lists the known ones', async () => {
    const { isError, content } = await client.callTool({ name: 'list_tasks', arguments: { [hostile]: 1 } })
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(/Allowed: product_slug, .*priority/)
    expectEscaped(content[0].text, 700)
  })

  it('is escaped and short in a prompt', async () => {
    const { messages } = await client.getPrompt({
      name: 'record_signal',
      arguments: { product: hostile.slice(0, 250) },
    })
    expectEscaped(messages[0].content.text, 700)
  })
})

function modernRequest(method: string, version: string) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id: 1, method, params: { _meta } }
}
