import type { Server } from '../http/server/server.ts'
import type { Database } from '../src/database/open.ts'
import { Sender } from '../src/notifications/delivery/sender.ts'

const intervalMs = 1000

/** Sends notifications until the returned function is called, which waits until nothing is being sent. */
export function startNotifications(app: Server, { orm, read }: Database): () => Promise<void> {
  const { notifications: settings } = app
  if (!settings) return async () => undefined
  const report = (error: unknown) => app.log.warn({ err: error }, 'sending notifications failed')
  const sender = new Sender({ orm, read, settings, report })
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= sender
      .start()
      .catch(report)
      .finally(() => {
        running = undefined
      })
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await running
    await sender.stop()
  }
}
