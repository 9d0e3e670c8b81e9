import { connectionOf } from './em-connection.ts'
import { type EntityManager, flush } from './transaction.ts'

/**
 * Runs a part of a transaction. If it fails, only its own statements are undone, and the transaction can continue. The
 * entities that it has loaded are forgotten.
 */
export async function runInSavepoint<T>(em: EntityManager, callback: () => Promise<T>): Promise<T> {
  const client = connectionOf(em)
  await client.query('savepoint part')
  try {
    const result = await callback()
    await flush(em)
    await client.query('release savepoint part')
    return result
  } catch (error) {
    // A broken connection cannot roll back; the error that broke it is the one to throw.
    await client.query('rollback to savepoint part; release savepoint part').catch(() => undefined)
    throw error
  } finally {
    em.clear()
  }
}
