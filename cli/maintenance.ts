import type { Server } from '../http/server/server.ts'
import { deleteExpiredOAuth } from '../src/access/oauth/connection.ts'
import { deleteExpiredSessions } from '../src/access/session.ts'
import { deleteOldReviews } from '../src/catalog/review.ts'
import type { Database } from '../src/database/open.ts'
import { transact } from '../src/database/transaction.ts'
import { deleteExpiredResponses } from '../src/journal/idempotency.ts'
import { deleteOldSignIns } from '../src/journal/sign-in.ts'
import { deleteOldDeliveries } from '../src/notifications/delivery/delivery.ts'
import { Sender } from '../src/notifications/delivery/sender.ts'
import { deleteOldClicks } from '../src/operations/click/expire.ts'
import { updateClickMonths } from '../src/operations/click/monthly-totals.ts'
import { analyzeClicks, createNextClickPartitions } from '../src/operations/click/partitions.ts'
import { recordDueVerdicts } from '../src/portfolio/decision/record-due-verdicts.ts'
import { deleteExpiredImports } from '../src/portfolio/import/stage.ts'
import { markExpired } from '../src/portfolio/proposal/expire.ts'
import { todayIn } from '../src/record/time-zone.ts'

const minuteMs = 60_000
const tenMinutesMs = 10 * minuteMs
const hourMs = 60 * minuteMs

type Tasks = Record<string, () => Promise<unknown>>

/** Starts the tasks that a running server repeats. Returns their timers. */
export function startMaintenance(app: Server, { orm }: Database): NodeJS.Timeout[] {
  const hourly: Tasks = {
    'deleting expired idempotency keys, sessions, uploaded files, sign-ins and deliveries': () =>
      transact(orm, async (em) => {
        await deleteExpiredResponses(em)
        await deleteExpiredSessions(em, app.config)
        await deleteExpiredOAuth(em)
        await deleteExpiredImports(em)
        await deleteOldSignIns(em)
        await deleteOldReviews(em)
        await deleteOldDeliveries(em)
      }),
    'creating the next partitions of clicks': () => transact(orm, createNextClickPartitions),
    'analyzing the clicks': () => analyzeClicks(orm),
    'deleting old clicks': () => deleteOldClicks(orm, app.config.CLICKS_MONTHS),
  }
  const everyMinute: Tasks = {
    'ending expired proposals': () => transact(orm, (em) => markExpired(em)),
    'recording due verdicts': () =>
      transact(orm, (em) => recordDueVerdicts(em, todayIn(app.config.TIME_ZONE))),
  }
  const everyTenMinutes: Tasks = { 'adding up clicks': () => updateClickMonths(orm) }
  return [
    repeat(app, hourly, hourMs),
    repeat(app, everyTenMinutes, tenMinutesMs),
    repeat(app, everyMinute, minuteMs),
  ]
}

// Runs at once too, so that short-lived processes delete expired rows.
function repeat(app: Server, tasks: Tasks, intervalMs: number): NodeJS.Timeout {
  const run = async () => {
    for (const [name, task] of Object.entries(tasks))
      await task().catch((error: unknown) => app.log.warn({ err: error }, `${name} failed`))
  }
  void run()
  return setInterval(run, intervalMs).unref()
}

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
