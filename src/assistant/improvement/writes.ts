import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { referenceChecker, rejectInUse } from '../../record/references.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { services } from '../service/service.ts'
import { type ImprovementChange, improvements, type NewImprovement } from './improvement.ts'
import { readImprovement } from './read.ts'

const checkReferences = referenceChecker({ service_id: services })

/** Creates an improvement. */
export async function createImprovement(em: EntityManager, actor: Actor, input: NewImprovement) {
  await checkReferences(em, input)
  const { id } = await create(em, actor, improvements, {
    ...input,
    done_at: statusReachedAt(['done'], input.status, null),
  })
  return readImprovement(readInTransaction(em), id)
}

/** Changes an improvement. */
export async function changeImprovement(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: ImprovementChange,
  precondition: Precondition,
) {
  await checkReferences(em, input)
  const improvement = await lockRecord(em, improvements, { id })
  await precondition()
  change(em, actor, improvement, {
    ...input,
    done_at: statusReachedAt(['done'], input.status, improvement.done_at),
  })
  await em.flush()
  return readImprovement(readInTransaction(em), id)
}

/** Deletes an improvement that no task references. A concurrent reference waits for the locked row. */
export async function removeImprovement(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const improvement = await lockRecord(em, improvements, { id })
  const tables = { tasks: 'service_tasks' }
  await rejectInUse(em, { kind: 'improvement', id, column: 'improvement_id', tables })
  await deleteRecord(em, actor, improvement)
}
