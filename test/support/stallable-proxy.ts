import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that can stall: connections stay open and new ones are accepted, but nothing is forwarded. */
export type StallableProxy = { port: number; stall: () => void; resume: () => void }

/** Starts a proxy to a server on this machine. It is closed after the test. */
export async function stallableProxy(targetPort: number): Promise<StallableProxy> {
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => stalled || from.resume())
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      if (stalled) from.pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const setStalled = (value: boolean) => {
    stalled = value
    for (const socket of sockets) value ? socket.pause() : socket.resume()
  }
  return {
    port: (server.address() as { port: number }).port,
    stall: () => setStalled(true),
    resume: () => setStalled(false),
  }
}
