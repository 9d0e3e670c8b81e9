import { setTimeout as sleep } from 'node:timers/promises'
import { OpenSockets } from './open-sockets.ts'
import type { Server } from './server.ts'

const shutdownTimeoutMs = 8_500
// Time for a load balancer to see /health/ready fail before the server stops accepting connections.
const readinessDelayMs = 300

/**
 * Returns a function that stops the server gracefully. While /health/ready already answers 503, it stops accepting
 * connections, disconnects clients without a running request, waits for the running requests and closes the server.
 * After 8.5 seconds it cuts the remaining connections.
 */
export function gracefulStop(app: Server): () => Promise<void> {
  const sockets = new OpenSockets(app.server)
  return async () => {
    const deadline = Date.now() + shutdownTimeoutMs
    await sleep(readinessDelayMs)
    app.server.close()
    sockets.drain()
    while (sockets.hasRunningRequests && Date.now() < deadline) await sleep(20)
    sockets.destroyAll()
    try {
      await app.close()
    } catch (error) {
      app.log.error({ err: error }, 'closing the server failed: buffered rows may be lost')
    }
  }
}
