import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { bindConnection } from './em-connection.ts'

export type { EntityManager, MikroORM }

/**
 * Runs `work` in one transaction and commits what it did, or nothing. With `dryRun` everything happens,
 * constraints included, and is rolled back at the end. What a constraint refuses is thrown as the driver says it.
 */
export async function transact<T>(
  orm: MikroORM,
  work: (em: EntityManager) => Promise<T>,
  dryRun = false,
): Promise<T> {
  const pool = await orm.em.getConnection().getNativeClient()
  const client = await pool.connect()
  try {
    // Held back until a statement needs it; a dry run needs it for all of them.
    await client.query(dryRun ? 'start transaction' : 'begin')
    const em = bindConnection(orm.em.fork(), client)
    const result = await work(em)
    await flush(em)
    await client.query(dryRun ? 'rollback' : 'commit')
    return result
  } catch (error) {
    // A connection that broke cannot roll back; what broke it is the error worth telling.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Writes what was done to entities. A unit of work that has none does not pay for finding that out. */
export async function flush(em: EntityManager): Promise<void> {
  const unit = em.getUnitOfWork()
  const queued = unit.getPersistStack().size + unit.getRemoveStack().size
  if (queued > 0 || unit.getIdentityMap().values().length > 0) await em.flush()
}
