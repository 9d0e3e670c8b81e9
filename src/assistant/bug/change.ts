import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { checkAssistantReferences } from '../check-references.ts'
import { type BugChange, bugs, resolvedStatuses } from './bug.ts'
import { readBug } from './read.ts'

/** Changes a bug. */
export async function changeBug(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: BugChange,
  precondition: Precondition,
) {
  await checkAssistantReferences(em, input)
  const bug = await lockRecord(em, bugs, { id })
  await precondition()
  change(em, actor, bug, {
    ...input,
    resolved_at: statusReachedAt(resolvedStatuses, input.status, bug.resolved_at),
  })
  await em.flush()
  return readBug(readInTransaction(em), id)
}
