import type { Actor } from '../access/actor.ts'
import { requireCurrentCaller } from '../access/current-caller.ts'
import { requireActive } from '../access/policy.ts'
import { type EntityManager, type MikroORM, type TransactOptions, transact } from '../database/transaction.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export type WriteOptions = Pick<TransactOptions, 'timeLimit'> & {
  dryRun?: boolean | undefined
  /** Set for a write that ends the user's own access, such as a revocation. Every other write requires an active user. */
  allowsInactive?: true | undefined
}

/**
 * What a write led to. A held one stored nothing, because a person must decide on it: `result` is what it would return.
 * The outcome of a dry run is that of the same write.
 */
export type Outcome<T> = { outcome: 'stored' | 'held'; result: T; verdict: Verdict }

/**
 * Runs the write of a caller in one transaction. Every surface writes through it. A caller is authenticated before its
 * request has been read, which may take long, so the credential, role and status are read again in the transaction,
 * and nothing is stored if any of them has changed. The database also checks what a held write would store, before
 * anyone is asked to decide on it.
 *
 * @throws Fault `unauthenticated` if the credential is no longer valid; `policy_denied` if the role, the status or the
 * abilities have changed, or if the user is not active
 */
export async function write<T>(
  orm: MikroORM,
  actor: Actor,
  callback: (em: EntityManager, verdict: Verdict) => Promise<T>,
  { allowsInactive, dryRun = false, timeLimit }: WriteOptions = {},
): Promise<Outcome<T>> {
  if (!allowsInactive) requireActive(actor)
  let verdict: Verdict | undefined
  const decide = async (em: EntityManager): Promise<Outcome<T>> => {
    verdict = verdictOf(em)
    const result = await callback(em, verdict)
    return { outcome: verdict.isHeld ? 'held' : 'stored', result, verdict }
  }
  try {
    return await transact(orm, decide, {
      dryRun: ({ outcome }) => dryRun || outcome === 'held',
      timeLimit,
      check: (em) => requireCurrentCaller(em, actor),
    })
  } finally {
    await runAfterwards(orm, verdict)
  }
}

/** Returns the result of a stored write. Throws if it was held, where the surface has no proposals. */
export function storedResult<T>({ outcome, result }: Outcome<T>): T {
  if (outcome === 'held')
    throw new Error('A person must decide on this write, and its surface cannot propose it.')
  return result
}

// The write has its outcome already, which a failure of these does not change.
async function runAfterwards(orm: MikroORM, verdict: Verdict | undefined): Promise<void> {
  for (const store of verdict?.afterwards.values() ?? []) await transact(orm, store).catch(() => undefined)
}
