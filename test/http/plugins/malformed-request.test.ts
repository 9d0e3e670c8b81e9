import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

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

it.each([
  ['garbage', 'garbage\r\n\r\n', 400],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a control character in a header', 'GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: a\x01b\r\n\r\n', 400],
  ['a wrong length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n', 400],
  ['a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
])('%s is rejected with the usual error body', async (_, request, status) => {
  const [head = '', body = ''] = (await sendRaw(request)).split('\r\n\r\n')

  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('Content-Type: application/json; charset=utf-8')
  const { message, code, request_id } = JSON.parse(body)
  expect([typeof message, typeof code]).toEqual(['string', 'string'])
  expect(head).toContain(`X-Request-Id: ${request_id}`)
})
