import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { lockTable } from '../../support/hold.ts'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})

const products = 'POST /api/portfolio/products HTTP/1.1\r\nHost: a\r\n'
const withToken = `${products}Content-Type: application/json\r\nX-Portfolio-Token: ${token}\r\n`

/** Sends text and never closes its side. `closed` resolves when the server has destroyed the socket. */
async function sendAndStay(text: string, reads = true) {
  const { server } = world.app
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  onTestFinished(() => void client.destroy())
  client.on('error', () => undefined)
  const [socket] = await accepted
  const openedAt = performance.now()
  let answer = ''
  let answeredAt = 0
  if (reads)
    client.on('data', (chunk) => {
      answer += chunk
      answeredAt = performance.now()
    })
  client.write(text)
  const status = () => Number(answer.slice(9, 12))
  const closed = once(socket, 'close').then(() => ({
    status: status(),
    msUntilClosed: performance.now() - openedAt,
    msAfterAnswer: performance.now() - answeredAt,
  }))
  return { socket, closed, status }
}

it('a rejected or timed-out socket is destroyed within 6 s of its response', async () => {
  const { server } = world.app
  // Shorter than in production, where the next test checks them.
  server.headersTimeout = 500
  server.requestTimeout = 600
  onTestFinished(() => {
    server.headersTimeout = 45_000
    server.requestTimeout = 100_000
  })
  const cases: [status: number, text: string][] = [
    [408, ''],
    [408, 'GET / HTTP/1.1\r\nHost'],
    [408, `${withToken}Content-Length: 100\r\n\r\n{`],
    [400, 'garbage\r\n\r\n'],
    [431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    // Answered before the body was received.
    [403, `${products}Content-Length: 100\r\n\r\n{`],
    [413, `${withToken}Content-Length: 9000000\r\n\r\n{`],
    [413, `${withToken}Transfer-Encoding: chunked\r\n\r\n110000\r\n${' '.repeat(0x110000)}\r\n`],
  ]
  const sockets = []
  for (const [, text] of cases) sockets.push(await sendAndStay(text))
  const kept = await sendAndStay('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n')
  const results = await Promise.all(sockets.map(({ closed }) => closed))
  for (const [index, [status, text]] of cases.entries()) {
    const result = results[index]
    expect(result?.status, text.slice(0, 300)).toBe(status)
    expect(result?.msAfterAnswer, text.slice(0, 300)).toBeLessThan(6000)
  }
  expect(kept.socket.destroyed).toBe(false)
})

it('a client that does not read its response is disconnected, one whose request is running is not', async () => {
  const { server } = world.app
  server.timeout = 500
  onTestFinished(() => {
    server.timeout = 55_000
  })
  const lock = await lockTable(world.url, 'signals')
  const signal = JSON.stringify({ title: 'Signal', signal_type: 'problem', direction_slug: 'utilities' })
  const headers = withToken.replace('products', 'signals')
  const running = await sendAndStay(`${headers}Content-Length: ${signal.length}\r\n\r\n${signal}`)
  const unread = await sendAndStay(
    'GET /docs/reference.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40),
    false,
  )
  expect((await unread.closed).msUntilClosed).toBeLessThan(5000)
  await lock.waitForBlocked(1)
  expect(running.socket.destroyed).toBe(false)
  await lock.release()
  await expect.poll(running.status, { timeout: 5000 }).toBe(201)
})

it('a silent socket is destroyed within 120 s, whatever it was doing', () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = world.app.server
  // The next check comes within 5 s, and the client has 5 s to read the answer.
  for (const ms of [headersTimeout + 10_000, requestTimeout + 10_000, 2 * timeout, keepAliveTimeout + 1000]) {
    expect(ms).toBeGreaterThan(10_000)
    expect(ms).toBeLessThanOrEqual(120_000)
  }
})
