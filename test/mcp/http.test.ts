import { describe, expect, it } from 'vitest'
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
  ['before 2026', list, {}, 'text/event-stream'],
  ['of 2026', modern, modernHeaders, 'application/json'],
])('a client %s', (_era, message, headers, ofBoth) => {
  const asking = (accept: string | undefined) =>
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
  ])('that accepts %j gets JSON', async (accept) => {
    const answer = await asking(accept)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.json().result.tools).toHaveLength(13)
  })

  it.each([['application/json, text/event-stream'], ['text/event-stream, */*']])(
    'that accepts %j gets what the protocol prefers',
    async (accept) => {
      const answer = await asking(accept)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, ofBoth])
    },
  )

  it.each([['text/html'], ['text/event-stream'], ['application/json;q=0, */*'], ['*/*;q=0']])(
    'that accepts %j, which is no JSON, is refused',
    async (accept) => {
      const answer = await asking(accept)
      expect([answer.statusCode, answer.json().jsonrpc]).toEqual([406, '2.0'])
    },
  )
})
