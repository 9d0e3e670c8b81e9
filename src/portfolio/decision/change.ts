import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { type DecisionChange, decisions } from './decision.ts'
import { readDecision } from './read.ts'

/** Changes a decision: its status, owner, review date or words. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const decision = await em.findOne(decisions, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!decision) throw notFound()
  await precondition()
  change(em, actor, decision, input)
  await em.flush()
  return { decision: await readDecision(within(em), id) }
}
