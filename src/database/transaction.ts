import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { Connection, type Opening, type Query, sendOpening } from './connection.ts'
import { bindConnection } from './em-connection.ts'
import { LimitedClient } from './limited-client.ts'
import type { Statement } from './statement.ts'
import { assignStatementName } from './statement-name.ts'
import { timeLimits } from './time-limits.ts'

export { type EntityManager, MikroORM }

/**
 * A SELECT and what must be true of its rows, or else nothing is stored. It is read when the transaction begins, or
 * by the statement that is the entire transaction and contains it.
 */
// biome-ignore lint/suspicious/noExplicitAny: rows of any type
type Check = { statement: Statement<unknown>; verify: (rows: any[]) => void }

export type TransactOptions = {
  /** Runs every statement, so that constraints are checked, and rolls the transaction back. */
  dryRun?: boolean | undefined
  /** How long each statement may take. */
  timeLimit?: Exclude<keyof typeof timeLimits, 'read'> | undefined
  check?: Check | undefined
}

/**
 * Runs the callback in one transaction and commits it, or rolls it back if the callback throws. A violated
 * constraint throws the error of the driver.
 */
export async function transact<T>(
  orm: MikroORM,
  callback: (em: EntityManager) => Promise<T>,
  { dryRun = false, timeLimit = 'write', check }: TransactOptions = {},
): Promise<T> {
  const pool = await orm.em.getConnection().getNativeClient()
  const client = await pool.connect()
  try {
    const opening = check && openingOf(check)
    const begin = { ...beginOf(client, dryRun, timeLimit), opening }
    await client.query(begin)
    if (opening && !(begin.deferred && client instanceof Connection))
      sendOpening(opening, (query) => client.query(query))
    const em = bindConnection(orm.em.fork(), client)
    const result = await callback(em)
    await flush(em)
    if (opening) {
      await verifyOpening(client, opening, check)
      // A long transaction began too long ago.
      if (timeLimit !== 'write') check.verify((await client.query(opening.query)).rows)
    }
    await client.query(dryRun ? 'rollback' : 'commit')
    return result
  } catch (error) {
    // A broken connection cannot roll back; the error that broke it is the one to throw.
    await client.query({ text: 'rollback', query_timeout: rollbackMs } as Query).catch(() => undefined)
    throw error
  } finally {
    if (client instanceof LimitedClient) client.limitStatements(timeLimits.write)
    client.release()
  }
}

const rollbackMs = 1_000

// The session has the limit of `write`. BEGIN is sent at once for a longer limit, which must apply to the first
// statement, and for a dry run, which must roll every statement back. A migration runs on another connection while this
// transaction holds the lock, so the transaction may be idle for as long.
function beginOf(client: pg.PoolClient, dryRun: boolean, timeLimit: keyof typeof timeLimits): Query {
  if (timeLimit === 'write') return { text: 'begin', values: [], deferred: !dryRun }
  const ms = timeLimits[timeLimit]
  if (client instanceof LimitedClient) client.limitStatements(ms)
  const idle = timeLimit === 'migration' ? `; set local idle_in_transaction_session_timeout = ${ms}` : ''
  const limits = `set local statement_timeout = ${ms}; set local lock_timeout = ${ms}${idle}`
  return { text: `begin; ${limits}`, values: [] }
}

function openingOf({ statement: { text, values } }: Check): Opening {
  assignStatementName(text)
  return { query: { text, values, position: 'before-begin' } }
}

// The SELECT was not sent yet if nothing but SELECTs was sent before the transaction began.
async function verifyOpening(client: pg.PoolClient, opening: Opening, { verify }: Check): Promise<void> {
  if (opening.isContained) return
  verify((await (opening.answer ?? client.query(opening.query))).rows)
}

/** Writes pending changes of entities. Skips the slow flush of the ORM if there are no entities. */
export async function flush(em: EntityManager): Promise<void> {
  const unit = em.getUnitOfWork()
  const queued = unit.getPersistStack().size + unit.getRemoveStack().size
  if (queued > 0 || unit.getIdentityMap().values().length > 0) await em.flush()
}
