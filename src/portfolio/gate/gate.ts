import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { type Saved, verdictOf } from '../../journal/verdict.ts'
import type { KindName } from '../kinds.ts'
import { directName } from './direct.ts'

/** A saved record of the portfolio: its values before, null for a new one, and after. */
export type PortfolioSave = Saved & {
  record_type: KindName
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  /** The kind that a token must be allowed to write: for the tasks of a new decision the decision. */
  partOf?: KindName | undefined
}

/**
 * Decides on one save of a portfolio record, whatever its surface: whether it is stored at once, or waits for a person.
 * An approved write is never held again.
 */
export async function passGate(em: EntityManager, actor: Actor, save: PortfolioSave): Promise<void> {
  const { record_type, record_id, isNew, changes, before, partOf = record_type } = save
  const verdict = verdictOf(em)
  verdict.saved.push({ record_type, record_id, isNew, changes })
  if (actor.approved_by) return
  if (proposes(actor, partOf) || changesApprovedRule(actor, record_type, before)) verdict.isHeld = true
}

function proposes({ direct }: Actor, kind: KindName): boolean {
  return direct !== undefined && !direct.includes(directName(kind))
}

// The approved text stays in force until an admin decides.
function changesApprovedRule({ by }: Actor, kind: KindName, before: PortfolioSave['before']): boolean {
  const isToken = by.type === 'portfolio_token' || by.type === 'env_token'
  return isToken && kind === 'canon_rule' && before?.approved_by != null
}
