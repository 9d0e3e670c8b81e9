import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { checkAssistantReferences } from '../check-references.ts'
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
  await checkAssistantReferences(em, input)
  const improvement = await lockRecord(em, improvements, { id })
  await precondition()
  change(em, actor, improvement, {
    ...input,
    done_at: statusReachedAt(['done'], input.status, improvement.done_at),
  })
  await em.flush()
  return readImprovement(readInTransaction(em), id)
}
