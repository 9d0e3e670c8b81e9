import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { pendingMigrations } from '../../src/database/migrate.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Server } from '../server.ts'

const databaseTimeoutMs = 4000

const Health = z.object({
  status: z.string().meta({ examples: ['ok'] }),
  checks: z.record(z.string(), z.string()).meta({ examples: [{ database: 'ok', process: 'ok' }] }),
})

/** Registers the liveness and readiness checks. */
export function health(
  app: Server,
  { isStopping, initialize }: Pick<Dependencies, 'isStopping' | 'initialize'>,
): void {
  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'getLiveness',
        tags: ['Health'],
        summary: 'Check that the process is running',
        response: { 200: Health.pick({ status: true }) },
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/health/ready',
    {
      schema: {
        operationId: 'getReadiness',
        tags: ['Health'],
        summary: 'Check that requests can be served',
        description:
          '200 once the database answers and its migrations are applied, 503 as soon as the process starts to shut down.',
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const checks = {
        database: await checkDatabase(app, initialize),
        process: isStopping() ? 'stopping' : 'ok',
      }
      const ready = Object.values(checks).every((check) => check === 'ok')
      if (!ready) reply.header('retry-after', '1')
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
    },
  )
}

async function checkDatabase(app: Server, initialize: Dependencies['initialize']): Promise<string> {
  try {
    // A database that hangs reports no error, so the check needs its own timeout.
    const timeout = sleep(databaseTimeoutMs, undefined, { ref: false })
    const pending = await Promise.race([pendingMigrations(app.orm), timeout])
    if (!pending) return 'does not answer'
    if (pending.length > 0) return `${pending.length} migrations are not applied: run "portfolio-ops migrate"`
    return !initialize || (await initialize()) ? 'ok' : 'is being initialized'
  } catch {
    return 'does not answer'
  }
}
