import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './server.ts'

const patience = 10_000
// Long enough for whoever asks /health/ready to hear that we go.
const notice = 300

/**
 * Counts the requests that are being answered. Gives the way to stop: first all of them are waited for, while
 * /health/ready already says no, then the server is closed; after ten seconds whatever is left is cut off.
 */
export function stopper(app: Server): () => Promise<void> {
  let running = 0
  app.server.on('request', (_request, response) => {
    running++
    response.once('close', () => running--)
  })
  return async () => {
    const deadline = Date.now() + patience
    await sleep(notice)
    while (running > 0 && Date.now() < deadline) await sleep(20)
    const cut = setTimeout(() => app.server.closeAllConnections(), Math.max(0, deadline - Date.now()))
    try {
      await app.close()
    } catch (error) {
      app.log.error({ err: error }, 'not everything could be written before the end')
    } finally {
      clearTimeout(cut)
    }
  }
}
