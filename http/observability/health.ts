import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { isWritable } from '../../src/database/check-server.ts'
import { limitedCheck } from '../../src/database/limited-check.ts'
import { pendingMigrationsBy } from '../../src/database/migrate.ts'
import type { Dependencies } from '../server/dependencies.ts'
import type { Server } from '../server/server.ts'

const { version } = manifest

const Health = z.object({
  status: z.string().meta({ examples: ['ok'] }),
  version: z.string().meta({ examples: [version] }),
  checks: z.record(z.string(), z.string()).meta({ examples: [{ database: 'ok', process: 'ok' }] }),
})

/** Registers the liveness and readiness checks. */
export const health = fastifyPlugin(
  async (
    app: Server,
    {
      isStopping,
      ...dependencies
    }: Pick<Dependencies, 'isStopping' | 'initialize' | 'checkReplicas' | 'readSeparately'>,
  ) => {
    const checkReadiness = readinessCheck(app, dependencies)
    app.get(
      '/health/live',
      {
        schema: {
          operationId: 'getLiveness',
          tags: ['Health'],
          summary: 'Check that the process is running',
          response: { 200: Health.pick({ status: true, version: true }) },
        },
      },
      async () => ({ status: 'ok', version }),
    )
    app.get(
      '/health/ready',
      {
        schema: {
          operationId: 'getReadiness',
          tags: ['Health'],
          summary: 'Check that requests can be served',
          description:
            '200 once the database answers, accepts writes and has all migrations, 503 as soon as the process starts to shut down. The status is `degraded` while Redis or a replica does not answer; requests are served without it. The result is up to a second old.',
          response: { 200: Health, 503: Health },
        },
      },
      async (_request, reply) => {
        const stopping = isStopping()
        const { required, optional } = stopping ? { required: {}, optional: {} } : await checkReadiness()
        const process = stopping ? 'stopping' : 'ok'
        const ready = allOk({ ...required, process })
        if (!ready) reply.header('retry-after', '1')
        const status = ready ? (allOk(optional) ? 'ok' : 'degraded') : 'unavailable'
        return reply
          .code(ready ? 200 : 503)
          .send({ status, version, checks: { ...required, ...optional, process } })
      },
    )
  },
  { name: 'health', dependencies: ['openapi', 'redis'] },
)

function allOk(checks: Record<string, string>): boolean {
  return Object.values(checks).every((check) => check === 'ok')
}

const databaseTimeoutMs = 4000
const cacheMs = 1000
const noAnswer = 'does not answer'

type Options = Pick<Dependencies, 'initialize' | 'checkReplicas' | 'readSeparately'>

/** The outcome of each check: `ok`, or what is wrong. While one in `required` fails, no request can be served. */
export type Readiness = { required: Record<string, string>; optional: Record<string, string> }

/**
 * Returns a function that checks what the server depends on. It does so at most once a second, and concurrent calls
 * share the result. It uses a connection of its own, so that requests that wait for the database do not delay it.
 */
function readinessCheck(app: Server, options: Options): () => Promise<Readiness> {
  const { redis } = app
  const checkDatabase = limitedCheck(() => databaseState(app, options), databaseTimeoutMs)
  let cached: Promise<Readiness> | undefined
  let expiresAt = 0
  const runChecks = async () => {
    const [database = noAnswer, replica, redisAnswers] = await Promise.all([
      checkDatabase(),
      replicaState(options),
      redis?.check(),
    ])
    expiresAt = Date.now() + cacheMs
    return {
      required: { database },
      optional: {
        ...(replica && { replica }),
        ...(redis && { redis: redisAnswers ? 'ok' : noAnswer }),
      },
    }
  }
  return () => {
    if (!cached || Date.now() >= expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY
      cached = runChecks()
    }
    return cached
  }
}

async function databaseState(app: Server, { initialize, readSeparately }: Options): Promise<string> {
  try {
    const pending = await pendingMigrationsBy(readSeparately, app.orm)
    if (pending.length > 0) return `migrations not applied: ${pending.length}; run "portfolio-ops migrate"`
    if (!(await isWritable(readSeparately))) return 'is read-only'
    return !initialize || (await initialize()) ? 'ok' : 'is being initialized'
  } catch {
    return noAnswer
  }
}

async function replicaState({ checkReplicas }: Options): Promise<string | undefined> {
  const replicas = await checkReplicas()
  const [total, unavailable] = [replicas.length, replicas.filter(({ answers }) => !answers).length]
  if (total === 0) return undefined
  return unavailable === 0
    ? 'ok'
    : `${unavailable} of ${total} ${unavailable === 1 ? 'does' : 'do'} not answer`
}
