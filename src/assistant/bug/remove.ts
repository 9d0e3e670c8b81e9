import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../record/fault.ts'
import { erase } from '../erase.ts'
import { bugs } from './bug.ts'

/** Removes a bug. */
export async function removeBug(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const bug = await em.findOne(bugs, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!bug) throw notFound()
  await erase(em, actor, bug)
}
