import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { companies, type NewCompany } from './company.ts'
import { type Company, readCompany } from './read.ts'

/** Creates a company. Its name is unique regardless of case. */
export async function createCompany(em: EntityManager, actor: Actor, input: NewCompany): Promise<Company> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkOperationsReferences(em, input)
  const owner_id = initialOwnerId(actor, input.owner_id)
  const company = await create(em, actor, companies, { ...input, owner_id })
  return readCompany(readInTransaction(em), company.id)
}
