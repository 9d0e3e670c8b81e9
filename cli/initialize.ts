import type { Server } from '../http/server/server.ts'
import { issueFirstToken } from '../src/access/access-token.ts'
import type { Config } from '../src/config/config.ts'
import { pendingMigrations } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import { type MikroORM, transact } from '../src/database/transaction.ts'
import { createFirstAdmin, type FirstAdmin } from '../src/people/first-admin.ts'
import { operator } from './database.ts'
import { errorLine } from './output.ts'

const retryIntervalMs = 1000

/** The credentials that the first start creates. They are shown only once. */
export type FirstCredentials = {
  admin: FirstAdmin | null
  token: string | null
}

/**
 * Returns a function that creates the first admin and the first token in a migrated database and passes them
 * to `onCreated`, once. It returns true when this is done, and false while migrations are not applied.
 * Concurrent calls share one attempt; after a failure the next call tries again.
 */
export function initializer(
  { orm }: Database,
  config: Config,
  onCreated: (credentials: FirstCredentials) => void,
) {
  let attempt: Promise<boolean> | undefined
  const initialize = async () => {
    let done = false
    try {
      if ((await pendingMigrations(orm)).length > 0) return false
      onCreated(await createFirstCredentials(orm, config))
      done = true
      return true
    } finally {
      if (!done) attempt = undefined
    }
  }
  return (): Promise<boolean> => {
    attempt ??= initialize()
    return attempt
  }
}

function createFirstCredentials(orm: MikroORM, config: Config): Promise<FirstCredentials> {
  const login = {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
    rejectsGuessable: config.NODE_ENV === 'production',
  }
  return transact(orm, async (em) => ({
    admin: await createFirstAdmin(em, operator, login),
    token: config.PORTFOLIO_TOKENS.length > 0 ? null : await issueFirstToken(em, operator),
  }))
}

/** Calls `initialize` every second until it succeeds, because another process may apply the migrations. */
export function retryInitialize(app: Server, initialize: () => Promise<boolean>): NodeJS.Timeout {
  const retry = () =>
    initialize().then(
      (done) => done && clearInterval(timer),
      (error: unknown) =>
        app.log.warn(`The first admin and token could not be created yet: ${errorLine(error)}`),
    )
  const timer = setInterval(retry, retryIntervalMs).unref()
  return timer
}
