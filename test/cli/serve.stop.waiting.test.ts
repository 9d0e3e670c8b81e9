import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hold } from '../support/hold.ts'
import { ownDatabase, serve } from './cli.ts'

describe('serve, on SIGTERM,', () => {
  it('is no longer ready, finishes running requests, and exits 0', async () => {
    const DATABASE_URL = await ownDatabase()
    const server = await serve({ DATABASE_URL })
    const { token } = server.startup
    const { waitForBlocked, release } = await hold(DATABASE_URL, 'lock table products')
    const running = server.get('/api/portfolio/products', token)
    await waitForBlocked(1)
    const ended = server.end('SIGTERM')
    let ready: Response
    do ready = await server.get('/health/ready')
    while (ready.status === 200)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ checks: { process: 'stopping' } })
    await release()
    expect((await running).status).toBe(200)
    expect(await ended).toBe(0)
    await expect(server.get('/health/live')).rejects.toThrow()
  })

  it('disconnects a client whose request does not end, in time to exit within ten seconds', async () => {
    const server = await serve({ DATABASE_URL: await ownDatabase() })
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /api/portfolio/products HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n')
    // The server answers this at once, so the request has begun when the answer arrives.
    socket.write('Expect: 100-continue\r\n')
    socket.write(`Content-Type: application/json\r\nX-Portfolio-Token: ${server.startup.token}\r\n\r\n{`)
    // Carries no request, so it delays nothing.
    const silent = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void silent.destroy())
    await once(socket, 'data')
    const stoppedAt = Date.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(Date.now() - stoppedAt).toBeGreaterThan(8_000)
    expect(Date.now() - stoppedAt).toBeLessThan(10_000)
  })
})
