import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { users } from '../../access/user.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, softDelete } from '../../journal/save.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { referenceChecker, rejectInUse } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { type CompanyChange, companies, type NewCompany } from './company.ts'
import { type Company, readCompany } from './read.ts'

const checkReferences = referenceChecker({ owner_id: users })

/** Creates a company. Its name is unique regardless of case. */
export async function createCompany(em: EntityManager, actor: Actor, input: NewCompany): Promise<Company> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const owner_id = initialOwnerId(actor, input.owner_id)
  const company = await create(em, actor, companies, { ...input, owner_id })
  return readCompany(readInTransaction(em), company.id)
}

/** Changes a company. */
export async function changeCompany(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: CompanyChange,
  precondition: Precondition,
): Promise<Company> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const company = await lockLive(em, companies, id)
  await precondition()
  change(em, actor, company, input)
  await em.flush()
  return readCompany(readInTransaction(em), id)
}

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
