import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller } from '../access/current-caller.ts'
import { requireActive } from '../access/policy.ts'
import { type EntityManager, type MikroORM, type TransactOptions, transact } from '../database/transaction.ts'

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
  return transact(orm, callback, { ...options, check: (em) => requireCurrentCaller(em, actor) })
}
