import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, deleteRecord } from '../../journal/save.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { referenceChecker } from '../../record/references.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { services } from '../service/service.ts'
import { type BugChange, bugs, type NewBug, resolvedStatuses } from './bug.ts'
import { readBug } from './read.ts'

const checkReferences = referenceChecker({ service_id: services })

/** Creates a bug. */
export async function createBug(em: EntityManager, actor: Actor, input: NewBug) {
  await checkReferences(em, input)
  const { id } = await create(em, actor, bugs, {
    ...input,
    resolved_at: statusReachedAt(resolvedStatuses, input.status, null),
  })
  return readBug(readInTransaction(em), id)
}

/** Changes a bug. */
export async function changeBug(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: BugChange,
  precondition: Precondition,
) {
  await checkReferences(em, input)
  const bug = await lockRecord(em, bugs, { id })
  await precondition()
  change(em, actor, bug, {
    ...input,
    resolved_at: statusReachedAt(resolvedStatuses, input.status, bug.resolved_at),
  })
  await em.flush()
  return readBug(readInTransaction(em), id)
}

/** Deletes a bug. */
export async function removeBug(em: EntityManager, actor: Actor, id: number): Promise<void> {
  await deleteRecord(em, actor, await lockRecord(em, bugs, { id }))
}
