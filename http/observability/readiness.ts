import { isWritable } from '../../src/database/check-server.ts'
import { limitedCheck } from '../../src/database/limited-check.ts'
import { pendingMigrationsBy } from '../../src/database/migrate.ts'
import type { Dependencies } from '../server/dependencies.ts'
import type { Server } from '../server/server.ts'

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
export function readinessCheck(app: Server, options: Options): () => Promise<Readiness> {
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
