import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { initialOwnerId, requireAdminToSetOwner } from '../../access/policy.ts'
import { users } from '../../access/user.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, type Journaled, softDelete } from '../../journal/save.ts'
import { invalid } from '../../record/fault.ts'
import { linkedEntity } from '../../record/linked-entity.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { referenceChecker, rejectInUse } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { dateTooEarly } from '../../record/validation/messages.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { readStrategy, type Strategy } from './read.ts'
import { type NewStrategy, type StoredStrategy, type StrategyChange, strategies } from './strategy.ts'

const checkReferences = referenceChecker({
  company_id: companies,
  application_id: applications,
  owner_id: users,
})

/** Creates a strategy. */
export async function createStrategy(em: EntityManager, actor: Actor, input: NewStrategy): Promise<Strategy> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const owner_id = initialOwnerId(actor, input.owner_id)
  const strategy = await create(em, actor, strategies, { ...input, owner_id })
  return readStrategy(readInTransaction(em), strategy.id)
}

/** Changes a strategy. It cannot end before it starts. A new company also becomes the company of its keywords. */
export async function changeStrategy(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: StrategyChange,
  precondition: Precondition,
): Promise<Strategy> {
  requireAdminToSetOwner(actor, input.owner_id)
  await checkReferences(em, input)
  const strategy = await lockLive(em, strategies, id)
  await precondition()
  const before = strategy.company_id
  change(em, actor, strategy, input)
  if (strategy.company_id !== before) await moveKeywords(em, actor, strategy, before)
  const { starts_on, ends_on } = strategy
  if (starts_on && ends_on && ends_on < starts_on)
    throw invalid({ ends_on: dateTooEarly('starts_on', 'ends_on') })
  await em.flush()
  return readStrategy(readInTransaction(em), id)
}

// Changes the keywords that had the strategy's company and those whose company now contradicts it. Locks all keywords
// of the strategy, so that a concurrent change of a keyword's company is taken into account.
async function moveKeywords(
  em: EntityManager,
  actor: Actor,
  { id, company_id }: StoredStrategy,
  before: number | null,
): Promise<void> {
  for (const keyword of await lockReferencing(em, 'keyword', id)) {
    const contradicts = company_id !== null && keyword.company_id !== null
    if (contradicts || keyword.company_id === before) change(em, actor, keyword, { company_id })
  }
}

/** Deletes a strategy without keywords. Contacts that referenced it reference no strategy. */
export async function removeStrategy(em: EntityManager, actor: Actor, id: number): Promise<void> {
  const strategy = await lockLive(em, strategies, id)
  const tables = { keywords: 'keywords' }
  await rejectInUse(em, { kind: 'strategy', id, column: 'strategy_id', tables, live: true })
  for (const contact of await lockReferencing(em, 'contact', id))
    change(em, actor, contact, { strategy_id: null })
  softDelete(em, actor, strategy)
}

type Referencing = Journaled & {
  strategy_id: number | null
  company_id: number | null
  deleted_at: string | null
}

// These kinds of records import strategies, so they are found by their names.
function lockReferencing(em: EntityManager, kind: 'keyword' | 'contact', strategy_id: number) {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const live = { strategy_id, deleted_at: null }
  return em.find(linkedEntity<Referencing>(kind), live, { lockMode, orderBy: { id: 'asc' } })
}
