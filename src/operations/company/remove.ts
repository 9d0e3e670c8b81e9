import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { remove } from '../../journal/save.ts'
import { refuseUsed } from '../blocking.ts'
import { lockLive } from '../removable.ts'
import { companies } from './company.ts'

/** Deletes a company that nothing belongs to any more. */
export async function removeCompany(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const company = await lockLive(em, companies, id)
  await refuseUsed(em, 'company_id', id, ['applications', 'contacts', 'strategies', 'keywords'])
  remove(em, actor, company)
}
