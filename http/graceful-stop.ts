import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './server.ts'

const shutdownTimeoutMs = 10_000
// Time for a load balancer to see /health/ready fail before the server stops accepting connections.
const readinessDelayMs = 300

/**
 * Returns a function that stops the server gracefully: it waits for the running requests, while /health/ready
 * already answers 503, then closes the server. After ten seconds it cuts the remaining connections.
 */
export function gracefulStop(app: Server): () => Promise<void> {
  let running = 0
  app.server.on('request', (_request, response) => {
    running++
    response.once('close', () => running--)
  })
  return async () => {
    const deadline = Date.now() + shutdownTimeoutMs
    await sleep(readinessDelayMs)
    while (running > 0 && Date.now() < deadline) await sleep(20)
    const forceClose = setTimeout(() => app.server.closeAllConnections(), Math.max(0, deadline - Date.now()))
    try {
      await app.close()
    } catch (error) {
      app.log.error({ err: error }, 'closing the server failed: buffered rows may be lost')
    } finally {
      clearTimeout(forceClose)
    }
  }
}
