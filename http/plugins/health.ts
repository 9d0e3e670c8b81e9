import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { pendingMigrations } from '../../src/database/migrate.ts'
import type { Dependencies } from '../app.ts'
import type { Server } from '../server.ts'

/** How many milliseconds the database has to answer. */
const patience = 4000

const Health = z.object({
  status: z.string().meta({ examples: ['ok'] }),
  checks: z.record(z.string(), z.string()).meta({ examples: [{ database: 'ok', process: 'ok' }] }),
})

/** Whether the process runs, and whether it can serve. */
export function health(app: Server, { stopping, begin }: Pick<Dependencies, 'stopping' | 'begin'>): void {
  app.get(
    '/health/live',
    {
      schema: {
        tags: ['Health'],
        summary: 'Whether the process runs',
        response: { 200: Health.pick({ status: true }) },
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/health/ready',
    {
      schema: {
        tags: ['Health'],
        summary: 'Whether requests can be served',
        description:
          'Ready once the database answers and its migrations are applied, until the process is told to stop.',
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const checks = { database: await database(app, begin), process: stopping() ? 'stopping' : 'ok' }
      const ready = Object.values(checks).every((check) => check === 'ok')
      if (!ready) reply.header('retry-after', '1')
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
    },
  )
}

async function database(app: Server, begin: Dependencies['begin']): Promise<string> {
  try {
    // A server that hangs answers nothing, not even that it does not.
    const silence = sleep(patience, undefined, { ref: false })
    const pending = await Promise.race([pendingMigrations(app.orm), silence])
    if (!pending) return 'does not answer'
    if (pending.length > 0) return `${pending.length} migrations are not applied: run "portfolio-ops migrate"`
    return !begin || (await begin()) ? 'ok' : 'is being prepared'
  } catch {
    return 'does not answer'
  }
}
