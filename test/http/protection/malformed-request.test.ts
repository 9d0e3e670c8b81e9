import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})

async function sendRaw(request: string): Promise<string> {
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

type Row = readonly [string, string, readonly [number, string, string, string?]]
const badRequest = [400, 'bad_request', 'Bad request.'] as const
const post = `POST /api/portfolio/products HTTP/1.1\r\nHost: a\r\nX-Portfolio-Token: ${token}\r\nContent-Type: application/json\r\n`

it.each([
  ['garbage', 'garbage\r\n\r\n', badRequest],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', badRequest],
  ['a control character in a header', 'GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: a\x01b\r\n\r\n', badRequest],
  ['a wrong length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n', badRequest],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', badRequest],
  ...['/поиск', '/?q=поиск', '/a\tb', 'http://a/ж'].map(
    (url): Row => [
      `the unencoded URL ${url}`,
      `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`,
      [
        ...badRequest,
        'The URL contains a character that must be percent-encoded as UTF-8: write й as %D0%B9, a space as %20.',
      ],
    ],
  ),
  ...['/a b', '/?q=a b', '/a b c', '/?q=a b&c=d'].map(
    (url): Row => [
      `the URL ${url} with a space`,
      `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`,
      [...badRequest, 'The URL contains a space. Write it as %20.'],
    ],
  ),
  ['a malformed chunk', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, badRequest],
  [
    'a very long address',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    [431, 'payload_too_large', 'The URL and the headers exceed the limit of 16 kB.'],
  ],
] as Row[])('%s is rejected with the usual error body', async (_, request, [status, code, message, next]) => {
  const answer = await sendRaw(request)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/^Content-Type: application\/json; charset=utf-8$/im)
  const { request_id, ...error } = JSON.parse(body)
  expect(error).toEqual({ message, code, ...(next && { next }) })
  expect(head.toLowerCase()).toContain(`x-request-id: ${request_id}`)
})
