import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator } from '../../access/policy.ts'
import type { StoredCanonRule } from './canon-rule.ts'

/** The SQL of whether agents may trust a rule of the table `canon_rules`. */
export const isTrusted = sql<boolean>`(status = 'active' and approved_by is not null)`

/** Returns the approval of a new rule: a rule that an admin writes, or approves as a proposal, is approved by that admin. */
export function approval(actor: Actor): Pick<StoredCanonRule, 'approved_by'> {
  return { approved_by: isAdministrator(actor) ? actor.by : (actor.approved_by ?? null) }
}

/**
 * Returns the changes that end an approval: an admin approved the previous text, so a change by a manager removes it. A
 * token proposes its change of an approved rule, and an admin approves that.
 */
export function withdrawnApproval(
  { person, by }: Actor,
  rule: StoredCanonRule,
  changed: Partial<StoredCanonRule>,
) {
  const names = Object.keys(changed) as (keyof StoredCanonRule)[]
  const differs = names.some((name) => changed[name] !== undefined && changed[name] !== rule[name])
  return person && !isAdministrator({ person, by }) && differs ? { approved_by: null } : {}
}
