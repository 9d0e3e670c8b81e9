import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { firstOwner, refuseNamedOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { companies, type NewCompany } from './company.ts'
import { type Company, readCompany } from './read.ts'

/** Creates a company. No other has its name, in any case. */
export async function createCompany(em: EntityManager, actor: Actor, input: NewCompany): Promise<Company> {
  refuseNamedOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const owner_id = firstOwner(actor, input.owner_id)
  const company = await create(em, actor, companies, { ...input, owner_id })
  return readCompany(readInTransaction(em), company.id)
}
