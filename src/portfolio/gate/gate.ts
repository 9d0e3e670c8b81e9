import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator } from '../../access/policy.ts'
import type { Changes } from '../../journal/history.ts'
import type { SentFields } from '../../journal/save.ts'
import { type Saved, verdictOf } from '../../journal/verdict.ts'
import type { KindName } from '../kinds.ts'
import { apiName } from '../kinds.ts'

/** A saved record of the portfolio: its values before, null for a new one, and after. */
export type PortfolioSave = Saved & {
  record_type: KindName
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  /** The fields that the request sent for the record, by their names in the API. */
  fields: SentFields
  /** The kind that a token must be allowed to write: for the tasks of a new decision the decision. */
  partOf?: KindName | undefined
}

type CheckGuards = (em: EntityManager, actor: Actor, save: PortfolioSave) => Promise<void>

let checkGuards: CheckGuards = () => {
  throw new Error('A record of the portfolio cannot be saved before useGuards was called.')
}

/** Gives the gate the check of guards, which read records of every kind and are therefore above it. */
export function useGuards(check: CheckGuards): void {
  checkGuards = check
}

/**
 * Decides on one save of a portfolio record, whatever its surface: whether it is stored at once, waits for a person, or
 * is refused by the guard of a canon rule. An approved write is never held again, but may be refused.
 *
 * @throws Fault `canon_guard` if a guard refuses it
 */
export async function passGate(em: EntityManager, actor: Actor, save: PortfolioSave): Promise<void> {
  const { record_type, record_id, isNew, changes, before, partOf = record_type } = save
  const verdict = verdictOf(em)
  verdict.saved.push({ record_type, record_id, isNew, changes })
  if (!isOfGuard(record_type, changes)) await checkGuards(em, actor, save)
  if (actor.approved_by) return
  if (proposes(actor, partOf) || changesApprovedRule(actor, record_type, before)) verdict.isHeld = true
}

function proposes({ direct }: Actor, kind: KindName): boolean {
  return direct !== undefined && !direct.includes(apiName(kind))
}

/** Returns whether a change is one of a guard or an approval. A guard never keeps an admin from changing a guard. */
export function isOfGuard(kind: KindName, changes: Changes): boolean {
  return kind === 'canon_rule' && Object.keys(changes).every((name) => /^(guard_.*|approved_by)$/.test(name))
}

// What an admin approved stays in force until an admin decides.
function changesApprovedRule(actor: Actor, kind: KindName, before: PortfolioSave['before']): boolean {
  return kind === 'canon_rule' && before?.approved_by != null && !isAdministrator(actor)
}
