import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { lockLinks } from '../../record/lock-links.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { resolve } from '../place/resolve.ts'
import { type DecisionChange, decisions } from './decision.ts'
import { readDecision } from './read.ts'

/** Changes a decision: its status, owner, review date, evidence or texts. */
export async function changeDecision(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: DecisionChange,
  precondition: Precondition,
) {
  const { evidence = [] } = input
  await resolve(em, { evidence })
  await lockLinks(em, 'decision', input)
  const decision = await lockRecord(em, decisions, { id })
  await precondition()
  const own = evidence.findIndex((item) => item.type === 'decision' && item.id === id)
  if (own >= 0)
    throw invalid({
      [`evidence.${own}.id`]: `The selected evidence.${own}.id is invalid. A decision cannot rest on itself.`,
    })
  change(em, actor, decision, input)
  await em.flush()
  return { record: await readDecision(readInTransaction(em), id) }
}
