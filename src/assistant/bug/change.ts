import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { type BugChange, bugs } from './bug.ts'
import { readBug } from './read.ts'
import { resolvedAt } from './resolved-at.ts'

/** Changes a bug. */
export async function changeBug(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: BugChange,
  precondition: Precondition,
) {
  const bug = await em.findOne(bugs, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!bug) throw notFound()
  await precondition()
  change(em, actor, bug, { ...input, resolved_at: resolvedAt(input.status, bug.resolved_at) })
  await em.flush()
  return readBug(within(em), id)
}
