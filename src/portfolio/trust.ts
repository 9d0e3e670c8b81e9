import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { isAdministrator } from '../access/policy.ts'
import type { Provenance } from '../record/provenance.ts'

/** The SQL of whether agents may trust a rule of the table `canon_rules`. */
export const isTrusted = sql<boolean>`(status = 'active' and approved_by is not null)`

/** Returns the approval of a new rule: a rule that an admin writes, or approves as a proposal, is approved by that admin. */
export function approval(actor: Actor): { approved_by: Provenance | null } {
  return { approved_by: isAdministrator(actor) ? actor.by : (actor.approved_by ?? null) }
}
