import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { doneAt } from './done-at.ts'
import { type ImprovementChange, improvements } from './improvement.ts'
import { readImprovement } from './read.ts'

/** Changes an improvement. */
export async function changeImprovement(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ImprovementChange,
  precondition: Precondition,
) {
  const improvement = await em.findOne(improvements, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!improvement) throw notFound()
  await precondition()
  change(em, actor, improvement, { ...input, done_at: doneAt(input.status, improvement.done_at) })
  await em.flush()
  return readImprovement(within(em), id)
}
