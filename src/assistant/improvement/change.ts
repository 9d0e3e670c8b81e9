import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { refer } from '../refer.ts'
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
  await refer(em, input)
  const improvement = await lockRecord(em, improvements, { id })
  await precondition()
  change(em, actor, improvement, { ...input, done_at: doneAt(input.status, improvement.done_at) })
  await em.flush()
  return readImprovement(within(em), id)
}
