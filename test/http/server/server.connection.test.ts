import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makePerson } from '../../support/people.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
let port: number
let operations: string
beforeAll(async () => {
  world = await makeWorld({ SECRET_KEY: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64') })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  port = (world.app.server.address() as AddressInfo).port
  operations = (await makePerson(world, 'admin')).token
})

const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const initialize = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})
const accept = 'application/json, text/event-stream'

type Sent = [method: string, path: string, headers: () => Record<string, string>, body?: string]
const portfolio = () => ({ 'x-portfolio-token': token })
const bearer = () => ({ authorization: `Bearer ${operations}` })
const requests: Sent[] = [
  ['GET', '/health/live', () => ({})],
  ['GET', '/api/portfolio/products', portfolio],
  ['HEAD', '/api/portfolio/products', portfolio],
  ['POST', '/api/portfolio/products', portfolio, '{}'],
  ['GET', '/api/v1/companies', bearer],
  ['POST', '/api/v1/bot/main', () => ({}), '{"contact_id":"c","text":"Hello"}'],
  ['GET', '/api/bugs', () => ({})],
  ['GET', '/admin/login', () => ({})],
  ['GET', '/admin/public/admin.css', () => ({})],
  ['GET', '/docs', () => ({})],
  ['GET', '/openapi.json', () => ({ 'accept-encoding': 'gzip' })],
  ['GET', '/.well-known/oauth-protected-resource', () => ({})],
  ['GET', '/.well-known/oauth-authorization-server', () => ({})],
  ['GET', '/nowhere', () => ({})],
  ['POST', '/mcp', () => ({ ...portfolio(), accept }), initialize],
  ['POST', '/mcp', () => ({ ...portfolio(), accept }), message('tools/list')],
  ['POST', '/mcp', () => ({ ...portfolio(), accept }), message('nothing')],
  ['POST', '/mcp', () => ({ ...portfolio(), accept: 'application/json' }), message('tools/list')],
  ['POST', '/mcp', () => ({ accept }), message('tools/list')],
]

/** Sends a request as text, and returns what the server sends until it closes the connection. */
async function send(
  [method, path, headers, body]: Sent,
  version: string,
  more: Record<string, string>,
  waitMs = 15_000,
) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const sent = {
    host: 'localhost',
    ...headers(),
    ...more,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${[`${method} ${path} HTTP/${version}`, ...lines].join('\r\n')}\r\n\r\n${body ?? ''}`)
  const timeout = setTimeout(() => socket.destroy(new Error('The connection was not closed.')), waitMs)
  const answer = await text(socket).finally(() => clearTimeout(timeout))
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { head, body: rest.join('\r\n\r\n') }
}

describe('a request that asks for the end of the connection', () => {
  it.each([
    ['1.1', { connection: 'close' }],
    ['1.1', { connection: 'Close, TE' }],
    ['1.0', {}],
  ] as [string, Record<string, string>][])(
    'gets the whole answer and that end on every surface, by HTTP %s with %j',
    async (version, more) => {
      for (const sent of requests) {
        const { head, body } = await send(sent, version, more)
        const name = `${sent.slice(0, 2).join(' ')}\n${head}`
        expect(head, name).toMatch(/^HTTP\/1\.1 \d{3} /)
        expect(head, name).toMatch(/^connection: close$/im)
        const length = /^content-length: (\d+)/im.exec(head)?.[1]
        if (sent[0] === 'HEAD') expect(body, name).toBe('')
        else if (length !== undefined) expect(Buffer.byteLength(body), name).toBe(Number(length))
        else if (/^transfer-encoding: chunked/im.test(head)) expect(body, name).toMatch(/\r\n0\r\n(\r\n)?$/)
        if (/^content-type: text\/event-stream/im.test(head)) expect(body, name).toMatch(/data: \{.*\}/)
      }
    },
  )
})

it('keeps the connection otherwise, by HTTP 1.0 if the client asks for it and the length is known', async () => {
  for (const sent of requests.filter(([, path]) => /mcp|products/.test(path)))
    for (const [version, more] of [
      ['1.1', {}],
      ...(sent[1] === '/mcp' ? [] : [['1.0', { connection: 'keep-alive' }]]),
    ] as [string, Record<string, string>][])
      await expect(send(sent, version, more, 200), sent.join(' ')).rejects.toThrow('was not closed')
})
