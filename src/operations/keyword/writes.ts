import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, softDelete } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import type { Precondition } from '../../record/lock-record.ts'
import { referenceChecker } from '../../record/references.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import { applications } from '../application/application.ts'
import { companies } from '../company/company.ts'
import { strategies } from '../strategy/strategy.ts'
import { type KeywordChange, keywords, type NewKeyword } from './keyword.ts'
import { type Keyword, readKeyword } from './read.ts'

const checkReferences = referenceChecker({
  company_id: companies,
  application_id: applications,
  strategy_id: strategies,
})

/** Creates a keyword of a strategy. If a position is sent, null included, it counts as measured now. */
export async function createKeyword(em: EntityManager, actor: Actor, input: NewKeyword): Promise<Keyword> {
  await checkReferences(em, input)
  const keyword = await create(em, actor, keywords, {
    ...input,
    company_id: await companyOf(em, input.strategy_id, input.company_id),
    measured_at: input.position === undefined ? null : new Date().toISOString(),
  })
  return readKeyword(readInTransaction(em), keyword.id)
}

/**
 * Changes a keyword. A keyword that moves to another strategy gets that strategy's company, unless a company is sent.
 */
export async function changeKeyword(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: KeywordChange,
  precondition: Precondition,
): Promise<Keyword> {
  await checkReferences(em, input)
  const keyword = await lockLive(em, keywords, id)
  await precondition()
  const { strategy_id = keyword.strategy_id, company_id } = input
  const moved = strategy_id !== keyword.strategy_id || company_id !== undefined
  change(em, actor, keyword, {
    ...input,
    ...(moved && { company_id: await companyOf(em, strategy_id, company_id) }),
    ...(input.position !== undefined && { measured_at: new Date().toISOString() }),
  })
  await em.flush()
  return readKeyword(readInTransaction(em), id)
}

/** Deletes a keyword. */
export async function removeKeyword(em: EntityManager, actor: Actor, id: number): Promise<void> {
  softDelete(em, actor, await lockLive(em, keywords, id))
}

/** Returns the company of a keyword: the strategy's company, or the one sent if it does not contradict that. */
async function companyOf(
  em: EntityManager,
  strategy_id: number,
  sent: number | null | undefined,
): Promise<number | null> {
  const { company_id } = await em.findOneOrFail(strategies, { id: strategy_id })
  if (sent != null && company_id !== null && sent !== company_id)
    throw invalid({
      company_id: invalidBecause('company_id', phrase('reference.strategyOfOtherCompany')),
    })
  return sent === undefined ? company_id : sent
}
