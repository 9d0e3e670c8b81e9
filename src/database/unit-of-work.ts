import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Query } from './connection.ts'
import { bindConnection } from './em-connection.ts'

export type { EntityManager, MikroORM }

/**
 * Runs the callback in one transaction and commits it, or rolls it back if the callback throws. A violated
 * constraint throws the error of the driver. With `dryRun` every statement runs, so that constraints are
 * checked, and the transaction is rolled back.
 */
export async function transact<T>(
  orm: MikroORM,
  callback: (em: EntityManager) => Promise<T>,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<T> {
  const pool = await orm.em.getConnection().getNativeClient()
  const client = await pool.connect()
  try {
    // A dry run needs the transaction for every statement, so its BEGIN is not deferred.
    const begin: Query = { text: 'begin', values: [], deferred: !dryRun }
    await client.query(begin)
    const em = bindConnection(orm.em.fork(), client)
    const result = await callback(em)
    await flush(em)
    await client.query(dryRun ? 'rollback' : 'commit')
    return result
  } catch (error) {
    // A broken connection cannot roll back; the error that broke it is the one to throw.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Writes pending changes of entities. Skips the slow flush of the ORM if there are no entities. */
export async function flush(em: EntityManager): Promise<void> {
  const unit = em.getUnitOfWork()
  const queued = unit.getPersistStack().size + unit.getRemoveStack().size
  if (queued > 0 || unit.getIdentityMap().values().length > 0) await em.flush()
}
