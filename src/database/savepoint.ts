import { connectionOf, forkInTransaction } from './em-connection.ts'
import { type EntityManager, flush } from './transaction.ts'

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
