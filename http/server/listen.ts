import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Server } from './server.ts'

/**
 * Listens on a host, and on every address of `localhost`. Fastify would start a separate server for each further
 * address, to which neither the limits of the first nor its graceful stop apply.
 */
export async function listen(app: Server, host: string, port: number): Promise<void> {
  const [first = host, ...others] = host === 'localhost' ? await localhostAddresses() : [host]
  await app.listen({ host: first, port })
  const { port: listening } = app.server.address() as AddressInfo
  for (const address of others) await forwardConnections(app, address, listening)
}

async function localhostAddresses(): Promise<string[]> {
  const addresses = await lookup('localhost', { all: true })
  return addresses.sort((a, b) => a.family - b.family).map(({ address }) => address)
}

// An address that is not available, such as ::1 without IPv6, is skipped.
async function forwardConnections(app: Server, host: string, port: number): Promise<void> {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  )
  listener.on('error', () => undefined)
  await once(listener.listen({ host, port }), 'listening').catch(() => undefined)
  app.server.once('close', () => listener.close())
}
