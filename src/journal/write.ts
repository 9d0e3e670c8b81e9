import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller } from '../access/current-caller.ts'
import { requireActive } from '../access/policy.ts'
import {
  type EntityManager,
  flush,
  type MikroORM,
  type TransactOptions,
  transact,
} from '../database/transaction.ts'
import { Held, type Verdict, verdictOf } from './verdict.ts'

export type WriteOptions = Pick<TransactOptions, 'dryRun' | 'timeLimit'> & {
  /** Set for a write that ends the user's own access, such as a revocation. Every other write requires an active user. */
  allowsInactive?: true | undefined
}

/**
 * Runs the write of a caller in one transaction. Every surface writes through it. A caller is authenticated before its
 * request has been read, which may take long, so the credential, role and status are read again in the transaction,
 * and nothing is stored if any of them has changed. Nothing is stored either if a person must decide on the write.
 *
 * @throws Held if a person must decide, unless it is a dry run
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
  let verdict: Verdict | undefined
  const decided = async (em: EntityManager) => {
    verdict = verdictOf(em)
    const result = await callback(em)
    if (!verdict.isHeld || options.dryRun) return result
    // The database checks what would be stored before anyone is asked to decide on it.
    await flush(em)
    throw new Held(result, verdict)
  }
  try {
    return await transact(orm, decided, { ...options, check: (em) => requireCurrentCaller(em, actor) })
  } finally {
    await runAfterwards(orm, verdict)
  }
}

// The write has its outcome already, which a failure of these does not change.
async function runAfterwards(orm: MikroORM, verdict: Verdict | undefined): Promise<void> {
  for (const store of verdict?.afterwards.values() ?? []) await transact(orm, store).catch(() => undefined)
}
