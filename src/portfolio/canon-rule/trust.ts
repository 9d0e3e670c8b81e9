import type { Actor } from '../../access/actor.ts'
import { isAdmin } from '../../access/policy.ts'
import type { CanonRule, StoredCanonRule } from './canon-rule.ts'

/** Whether an agent may take a rule at its word: it is in force, and an admin wrote or approved it. */
export function isTrusted({ status, approved_by }: Pick<CanonRule, 'status' | 'approved_by'>): boolean {
  return status === 'active' && approved_by !== null
}

/** The approval that a new rule comes with: an admin's own words need no other. */
export function approval(actor: Actor): Pick<StoredCanonRule, 'approved_by'> {
  return { approved_by: isAdmin(actor) ? actor.by : null }
}

/** An approval is for the words that the admin read: what anybody else changes has to be approved again. */
export function withdrawn(actor: Actor, rule: StoredCanonRule, changed: Partial<StoredCanonRule>) {
  const names = Object.keys(changed) as (keyof StoredCanonRule)[]
  const differs = names.some((name) => changed[name] !== undefined && changed[name] !== rule[name])
  return !isAdmin(actor) && differs ? { approved_by: null } : {}
}
