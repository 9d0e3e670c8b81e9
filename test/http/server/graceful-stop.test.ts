import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { gracefulStop } from '../../../http/server/graceful-stop.ts'
import { lockTable } from '../../support/hold.ts'
import { makeWorld, token } from '../../support/world.ts'

async function startServer() {
  const world = await makeWorld()
  const stop = gracefulStop(world.app)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  /** Opens a connection, sends text, and collects everything that the server sends until the end. */
  const open = async (sent: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(sent)
    return { socket, received: text(socket).catch(() => '') }
  }
  return { world, stop, open }
}

const get = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n'
const signal = JSON.stringify({ title: 'Signal', signal_type: 'problem', direction_slug: 'utilities' })
const post = `POST /api/portfolio/signals HTTP/1.1\r\nHost: a\r\nX-Portfolio-Token: ${token}\r
Content-Type: application/json\r\nContent-Length: ${signal.length}\r\n\r\n${signal}`

it('disconnects every client without a running request at once, also silent ones', async () => {
  const { stop, open } = await startServer()
  for (const sent of ['', 'GET / HTTP/1.1\r\nHo', get, 'garbage\r\n\r\n']) await open(sent)
  const unfinished = await open(
    `POST /api/portfolio/products HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`,
  )
  await once(unfinished.socket, 'readable')
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

it('answers running requests before it disconnects their clients, while others are disconnected already', async () => {
  const { world, stop, open } = await startServer()
  const lock = await lockTable(world.url, 'signals')
  const running = await Promise.all([1, 2, 3].map(() => open(post)))
  await lock.waitForBlocked(3)
  const silent = await open('')
  const stopped = stop()
  await silent.received
  await expect(open('')).rejects.toThrow('ECONNREFUSED')
  await lock.release()
  for (const { received } of running) {
    expect(await received).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    expect(await received).toMatch(/^connection: close\r$/im)
  }
  await stopped
})
