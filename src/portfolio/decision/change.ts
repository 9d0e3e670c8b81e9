import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { type DecisionChange, decisions } from './decision.ts'
import { readDecision } from './read.ts'

/** Changes a decision: its status, owner, review date or texts. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const decision = await lockRecord(em, decisions, { id })
  await precondition()
  change(em, actor, decision, input)
  await em.flush()
  return { decision: await readDecision(readInTransaction(em), id) }
}
