import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller, requireUnchanged, selectCaller } from '../access/current-caller.ts'
import { requireActive } from '../access/policy.ts'
import { type EntityManager, type MikroORM, type TransactOptions, transact } from '../database/transaction.ts'
import { toFault } from '../record/database-fault.ts'
import { Fault } from '../record/fault.ts'

export type WriteOptions = Pick<TransactOptions, 'dryRun' | 'timeLimit'> & {
  /** Set for a write that ends the user's own access, such as a revocation. Every other write requires an active user. */
  allowsInactive?: true | undefined
}

/**
 * Runs the write of a caller in one transaction. Every surface writes through it. A caller is authenticated before its
 * request has been read, which may take long, so the credential, role and status are read again in the transaction,
 * and nothing is stored if any of them has changed.
 *
 * @throws Fault `unauthenticated` if the credential is no longer valid; `policy_denied` if the role, the status or the
 * abilities have changed, or if the user is not active
 */
export async function write<T>(
  orm: MikroORM,
  actor: Actor,
  callback: (em: EntityManager) => Promise<T>,
  { allowsInactive, ...options }: WriteOptions = {},
): Promise<T> {
  if (!allowsInactive) requireActive(actor)
  const statement = selectCaller(actor)
  const check = statement && { statement, verify: requireUnchanged }
  try {
    return await transact(orm, callback, { ...options, check })
  } catch (error) {
    // The reason for a failure, such as a conflict, is only for a caller who is still allowed to write.
    if (statement && !isUnavailable(error)) await transact(orm, (em) => requireCurrentCaller(em, actor))
    throw error
  }
}

// A database that does not answer would not answer a second time either.
function isUnavailable(error: unknown): boolean {
  const fault = toFault(error)
  return fault instanceof Fault && fault.code === 'unavailable'
}
