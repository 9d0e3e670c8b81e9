import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { gracefulStop } from '../../../http/server/graceful-stop.ts'
import { listen } from '../../../http/server/listen.ts'
import { makeWorld } from '../../support/world.ts'

vi.mock('node:dns/promises', async (original) => ({
  ...(await original<object>()),
  lookup: async () => [
    { address: '192.0.2.1', family: 6 },
    { address: '127.0.0.2', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ],
}))

it('listens on every available address of localhost with one server, which stops on all of them', async () => {
  const { app } = await makeWorld()
  const stop = gracefulStop(app)
  await listen(app, 'localhost', 0)
  const { port } = app.server.address() as AddressInfo
  for (const host of ['127.0.0.1', '127.0.0.2']) {
    const answer = await fetch(`http://${host}:${port}/health/live`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }])
    const silent = connect({ port, host, allowHalfOpen: true })
    onTestFinished(() => void silent.destroy())
    await once(silent, 'connect')
  }
  // The server accepts the last connection after the client has opened it.
  await sleep(50)
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(3000)
  for (const host of ['127.0.0.1', '127.0.0.2'])
    await expect(fetch(`http://${host}:${port}/health/live`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
})
