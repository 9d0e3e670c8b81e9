import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { statusReachedAt } from '../../record/status-reached-at.ts'
import { checkAssistantReferences } from '../check-references.ts'
import { bugs, type NewBug, resolvedStatuses } from './bug.ts'
import { readBug } from './read.ts'

/** Creates a bug. */
export async function createBug(em: EntityManager, actor: Actor, input: NewBug) {
  await checkAssistantReferences(em, input)
  const { id } = await create(em, actor, bugs, {
    ...input,
    resolved_at: statusReachedAt(resolvedStatuses, input.status, null),
  })
  return readBug(readInTransaction(em), id)
}
