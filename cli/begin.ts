import type { Server } from '../http/server.ts'
import { issueFirstToken } from '../src/access/first-token.ts'
import type { Config } from '../src/config.ts'
import { pendingMigrations } from '../src/database/migrate.ts'
import type { Database } from '../src/database/open.ts'
import { type MikroORM, transact } from '../src/database/unit-of-work.ts'
import { ensureAdmin } from '../src/people/account.ts'
import { errorLine } from './answer.ts'
import type { First } from './banner.ts'
import { operator } from './open.ts'

const patience = 1000

/**
 * What a server does once, as soon as its database is migrated: it makes the first logins and gives them to `done`.
 * Whoever calls it again waits for the same. Says whether it is done.
 */
export function beginner({ orm }: Database, config: Config, done: (first: First) => void) {
  let beginning: Promise<boolean> | undefined
  const begin = async () => {
    let begun = false
    try {
      if ((await pendingMigrations(orm)).length > 0) return false
      done(await firstLogins(orm, config))
      begun = true
      return true
    } finally {
      if (!begun) beginning = undefined
    }
  }
  return (): Promise<boolean> => {
    beginning ??= begin()
    return beginning
  }
}

function firstLogins(orm: MikroORM, config: Config): Promise<First> {
  const wanted = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD }
  return transact(orm, async (em) => ({
    admin: await ensureAdmin(em, operator, wanted),
    token: config.PORTFOLIO_TOKENS.length > 0 ? null : await issueFirstToken(em, operator),
  }))
}

/** Tries again until it is done: whoever migrates tells nobody. */
export function keepTrying(app: Server, begin: () => Promise<boolean>): NodeJS.Timeout {
  const turn = () =>
    begin().then(
      (begun) => begun && clearInterval(timer),
      (error: unknown) => app.log.warn(`The first logins are not made yet: ${errorLine(error)}`),
    )
  const timer = setInterval(turn, patience).unref()
  return timer
}
