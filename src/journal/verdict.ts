import type { EntityManager } from '@mikro-orm/postgresql'
import { type Transaction, transactionOf } from '../database/em-connection.ts'
import type { Warning } from '../record/warning.ts'
import type { Changes } from './history.ts'

/** A canon rule, as an answer names it. */
type NamedRule = { id: number; title: string }

/** A warning of a canon rule. */
type RuleWarning = Warning & { rule: NamedRule }

/** A record that was saved: its changed fields, those of a new record from null. */
export type Saved = { record_type: string; record_id: number; isNew: boolean; changes: Changes }

/**
 * What the saves of one transaction led to: whether a person must decide on them, the canon rules that say so, and what
 * rules warn of. The portfolio fills it with each save, and `write` reads it before COMMIT.
 */
export type Verdict = {
  isHeld: boolean
  rules: NamedRule[]
  warnings: RuleWarning[]
  saved: Saved[]
  /** What to store, each once and in a transaction of its own, when this one has ended, even if it is rolled back. */
  afterwards: Map<string, (em: EntityManager) => Promise<void>>
}

const verdicts = new WeakMap<Transaction, Verdict>()

/** Returns the verdict of the transaction of an entity manager. */
export function verdictOf(em: EntityManager): Verdict {
  const transaction = transactionOf(em)
  const known = verdicts.get(transaction)
  if (known) return known
  const verdict: Verdict = { isHeld: false, rules: [], warnings: [], saved: [], afterwards: new Map() }
  verdicts.set(transaction, verdict)
  return verdict
}
