import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { QueryConfig } from 'pg'
import { bindConnection, connectionOf, forkInTransaction } from './em-connection.ts'
import { LimitedClient } from './limited-client.ts'
import { statementChannel } from './statement-channel.ts'
import { timeLimits } from './time-limits.ts'

export { type EntityManager, MikroORM }

export type TransactOptions<T = unknown> = {
  /**
   * Runs every statement, so that constraints are checked, and rolls the transaction back: always, or depending on what
   * the callback returned.
   */
  dryRun?: boolean | ((result: T) => boolean) | undefined
  /** How long each statement may take. */
  timeLimit?: Exclude<keyof typeof timeLimits, 'read' | 'aside'> | undefined
  /** Throws unless the transaction may be stored. Its SELECT is sent with BEGIN and the first statement of the callback. */
  check?: ((em: EntityManager) => Promise<void>) | undefined
}

/**
 * Runs the callback in one transaction and commits it, or rolls it back if the callback throws. A violated
 * constraint throws the error of the driver.
 */
export async function transact<T>(
  orm: MikroORM,
  callback: (em: EntityManager) => Promise<T>,
  { dryRun = false, timeLimit = 'write', check }: TransactOptions<T> = {},
): Promise<T> {
  const pool = await orm.em.getConnection().getNativeClient()
  const client = await pool.connect()
  try {
    if (client instanceof LimitedClient) client.limitStatements(timeLimits[timeLimit])
    const em = bindConnection(orm.em.fork(), client)
    const started = Promise.all([client.query(beginOf(timeLimit)), check?.(em)])
    const [start, outcome] = await Promise.allSettled([started, callback(em)])
    if (start.status === 'rejected') throw start.reason
    if (outcome.status === 'rejected') throw outcome.reason
    await flush(em)
    // A long transaction began too long ago.
    if (timeLimit !== 'write') await check?.(em)
    const { value } = outcome
    const isTrial = typeof dryRun === 'function' ? dryRun(value) : dryRun
    await client.query(isTrial ? 'rollback' : 'commit')
    return value
  } catch (error) {
    // A broken connection cannot roll back; the error that broke it is the one to throw.
    await client.query(rollback).catch(() => undefined)
    throw error
  } finally {
    if (client instanceof LimitedClient) client.limitStatements(timeLimits.write)
    client.release()
  }
}

const rollback: QueryConfig & { query_timeout: number } = { text: 'rollback', query_timeout: 1_000 }

// The session has the limit of `write`, but behind a transaction pooler the isolation level of its role. A migration runs on another connection while this transaction holds the lock, so
// the transaction may be idle for as long.
function beginOf(timeLimit: keyof typeof timeLimits): string {
  const begin = 'begin isolation level read committed'
  if (timeLimit === 'write') return begin
  const ms = timeLimits[timeLimit]
  const idle = timeLimit === 'migration' ? `; set local idle_in_transaction_session_timeout = ${ms}` : ''
  return `${begin}; set local statement_timeout = ${ms}; set local lock_timeout = ${ms}${idle}`
}

/** Writes pending changes of entities. Skips the slow flush of the ORM if there are no entities. */
export async function flush(em: EntityManager): Promise<void> {
  const unit = em.getUnitOfWork()
  const queued = unit.getPersistStack().size + unit.getRemoveStack().size
  if (queued > 0 || unit.getIdentityMap().values().length > 0) await em.flush()
}

/**
 * Runs a part of a transaction. If it fails, only its own statements are undone, and the transaction can continue. The
 * part has an entity manager of its own, so that what it loads is forgotten, and what the caller has loaded is not.
 */
export async function runInSavepoint<T>(
  em: EntityManager,
  callback: (part: EntityManager) => Promise<T>,
): Promise<T> {
  await flush(em)
  const client = connectionOf(em)
  const part = forkInTransaction(em)
  await client.query('savepoint part')
  try {
    const result = await callback(part)
    await flush(part)
    await client.query('release savepoint part')
    return result
  } catch (error) {
    // A broken connection cannot roll back; the error that broke it is the one to throw.
    await client.query('rollback to savepoint part; release savepoint part').catch(() => undefined)
    throw error
  }
}

/** Runs one statement that writes. It is a transaction of its own on the primary. */
export async function runStatement(
  orm: MikroORM,
  { text, values }: { text: string; values: unknown[] },
): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient()
  await statementChannel.tracePromise(() => pool.query(text, values), { text })
}
