import { describe, expect, it } from 'vitest'
import { token } from '../support/world.ts'
import { runStdio } from './stdio.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)

const clientInfo = { name: 'test', version: '1.0.0' }
const started = { protocolVersion: '2025-11-25', clientInfo }
const ref = { type: 'ref/prompt', name: 'record_signal' }
const completion = { ref, argument: { name: 'product', value: 'qr' } }

/** Envelopes as clients send them: the method, the parameters, and what the answer has. */
type Envelope = [method: string, params: unknown, member: string]
const lists: [string, string][] = [
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
]
const emptyMembers = [{ cursor: null }, { cursor: [] }, { task: null }, { task: [] }]
const ofBothEras: Envelope[] = [
  ...lists.flatMap(([method, member]) => emptyMembers.map((params): Envelope => [method, params, member])),
  ...[[], null, '', {}].map(
    (sent): Envelope => ['tools/call', { name: 'list_apps', arguments: sent }, 'content'],
  ),
  ...emptyMembers.map((params): Envelope => ['tools/call', { name: 'list_apps', ...params }, 'content']),
  ...[[], null, '', { product: null }].map(
    (sent): Envelope => ['prompts/get', { name: 'record_signal', arguments: sent }, 'messages'],
  ),
  ...[[], null, { arguments: [] }, { arguments: null }].map(
    (context): Envelope => ['completion/complete', { ...completion, context }, 'completion'],
  ),
]
const capabilities = [
  undefined,
  null,
  [],
  { roots: [] },
  { roots: null },
  { roots: { listChanged: null }, sampling: [], experimental: [], elicitation: { form: [] } },
]
const ofLegacy: Envelope[] = [
  ...capabilities.map((sent): Envelope => ['initialize', { ...started, capabilities: sent }, 'serverInfo']),
  ...[null, [], { progressToken: null }].flatMap((_meta): Envelope[] => [
    ['initialize', { ...started, capabilities: {}, _meta }, 'serverInfo'],
    ['tools/call', { name: 'list_apps', _meta }, 'content'],
    ['tools/list', { _meta }, 'tools'],
  ]),
  ...[null, []].flatMap((params): Envelope[] => lists.map(([method, member]) => [method, params, member])),
  ...ofBothEras,
]
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
}
const capabilitiesName = 'io.modelcontextprotocol/clientCapabilities'
const withMeta = (params: object, sent: unknown = {}) => ({
  ...params,
  _meta: { ...modernMeta, [capabilitiesName]: sent, progressToken: null },
})
const ofModern: Envelope[] = [
  ...capabilities.slice(1).map((sent): Envelope => ['tools/list', withMeta({}, sent), 'tools']),
  ...ofBothEras.map(([method, params, member]): Envelope => [method, withMeta(params as object), member]),
]
const eras = { 'the handshake': ofLegacy, '2026-07-28': ofModern }

const messageOf = ([method, params]: Envelope, index: number) => ({
  jsonrpc: '2.0',
  id: index + 1,
  method,
  params,
})
const summaryOf = ({ result, error }: { result?: object; error?: object }) =>
  result ? Object.keys(result) : error
const nameOf = ([method, params]: Envelope) => `${method} ${JSON.stringify(params)}`

describe.each(Object.entries(eras))(
  'with the protocol of %s, empty members stand for none',
  (era, envelopes) => {
    it.each([['application/json'], ['application/json, text/event-stream']])(
      'over HTTP, to %s',
      async (accept) => {
        for (const [index, envelope] of envelopes.entries()) {
          const [method, params] = envelope
          const headers = {
            accept,
            'x-portfolio-token': token,
            ...(era === '2026-07-28' && {
              'mcp-protocol-version': '2026-07-28',
              'mcp-method': method,
              ...((params as { name?: string }).name && { 'mcp-name': (params as { name: string }).name }),
            }),
          }
          const payload = messageOf(envelope, index)
          const { body } = await world.app.inject({ method: 'POST', url: '/mcp', headers, payload })
          const answer = JSON.parse(body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? 'null'))
          expect(summaryOf(answer), nameOf(envelope)).toContain(envelope[2])
        }
      },
    )

    it('over stdio', { timeout: 60_000 }, async () => {
      const { answers } = await runStdio(envelopes.map(messageOf), world.environment)
      for (const [index, envelope] of envelopes.entries()) {
        const answer = answers.find(({ id }) => id === index + 1) ?? {}
        expect(summaryOf(answer), nameOf(envelope)).toContain(envelope[2])
      }
    })
  },
)

it('still rejects arguments of another type, in a sentence', async () => {
  for (const sent of [5, 'x', [1], true]) {
    const payload = messageOf(['tools/call', { name: 'list_apps', arguments: sent }, ''], 0)
    const headers = { accept: 'application/json', 'x-portfolio-token': token }
    const answer = await world.app.inject({ method: 'POST', url: '/mcp', headers, payload })
    expect(answer.json().error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('params.arguments'),
    })
  }
})
