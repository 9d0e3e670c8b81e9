import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { change, softDelete } from '../../journal/save.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { contacts } from '../contact/contact.ts'
import { strategies } from './strategy.ts'

/** Deletes a strategy without keywords. Contacts that referenced it reference no strategy. */
export async function removeStrategy(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const strategy = await lockLive(em, strategies, id)
  const tables = { keywords: 'keywords' }
  await rejectInUse(em, { kind: 'strategy', id, column: 'strategy_id', tables, live: true })
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const live = { strategy_id: id, deleted_at: null }
  const referencing = await em.find(contacts, live, { lockMode, orderBy: { id: 'asc' } })
  for (const contact of referencing) change(em, actor, contact, { strategy_id: null })
  softDelete(em, actor, strategy)
}
