import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { type CompanyChange, companies } from './company.ts'
import { type Company, readCompany } from './read.ts'

/** Changes a company. */
export async function changeCompany(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: CompanyChange,
  precondition: Precondition,
): Promise<Company> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const company = await lockLive(em, companies, id)
  await precondition()
  change(em, actor, company, input)
  await em.flush()
  return readCompany(readInTransaction(em), id)
}
