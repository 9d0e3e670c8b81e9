import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { statementsOf } from '../support/statements.ts'
import { makeWorld, token } from '../support/world.ts'

const world = await makeWorld()
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const modern = {
  ...list,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

describe.each([
  ['earlier than 2026', list, {}, 'text/event-stream'],
  ['2026-07-28', modern, modernHeaders, 'application/json'],
])('a client of the revision %s', (_revision, message, headers, preferred) => {
  const listTools = (accept: string | undefined) =>
    world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'x-portfolio-token': token, ...headers, ...(accept !== undefined && { accept }) },
      payload: message,
    })

  it.each([
    [undefined],
    [''],
    ['*/*'],
    ['application/json'],
    ['Application/JSON; q=0.5, text/html'],
    ['application/*'],
    ['text/html, */*;q=0.1'],
  ])('gets JSON when it accepts %j', async (accept) => {
    const answer = await listTools(accept)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.json().result.tools).toHaveLength(tools.length)
    // It was sent as a whole, not as a stream.
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)))
  })

  it.each([['application/json, text/event-stream'], ['text/event-stream, */*']])(
    'gets the type that the protocol prefers when it accepts %j',
    async (accept) => {
      const answer = await listTools(accept)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, preferred])
    },
  )

  it.each([['text/html'], ['text/event-stream'], ['application/json;q=0, */*'], ['*/*;q=0']])(
    'gets 406 when it accepts %j, which excludes JSON',
    async (accept) => {
      const answer = await listTools(accept)
      expect([answer.statusCode, answer.json().jsonrpc]).toEqual([406, '2.0'])
    },
  )
})

it('reads only the fields that a list shows, and every field for full', async () => {
  const rowsRead = async (full: boolean) => {
    const params = { name: 'list_products', arguments: { full, limit: full ? 7 : 8 } }
    const [text = ''] = await statementsOf(async () => {
      const { statusCode } = await world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'x-portfolio-token': token, accept: 'application/json' },
        payload: { ...list, method: 'tools/call', params },
      })
      expect(statusCode).toBe(200)
    })
    return text
  }
  expect(await rowsRead(false)).toMatch(
    /^select "record"\."id", "record"\."slug", .*"record"\."created_by" from \(select /,
  )
  expect(await rowsRead(true)).not.toContain(' from (select ')
})
