import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { softDelete } from '../../journal/save.ts'
import { rejectInUse } from '../../record/in-use.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { companies } from './company.ts'

/** Soft-deletes a company without applications, contacts, strategies or keywords. Its clicks stay. */
export async function removeCompany(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const company = await lockLive(em, companies, id)
  const tables = {
    applications: 'applications',
    contacts: 'contacts',
    strategies: 'strategies',
    keywords: 'keywords',
  }
  await rejectInUse(em, { kind: 'company', id, column: 'company_id', tables, live: true })
  softDelete(em, actor, company)
}
