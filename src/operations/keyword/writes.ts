import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { change, create, softDelete } from '../../journal/save.ts'
import type { Precondition } from '../../record/precondition.ts'
import { lockLive } from '../../record/soft-delete.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { companyOf } from './company.ts'
import { type KeywordChange, keywords, type NewKeyword } from './keyword.ts'
import { type Keyword, readKeyword } from './read.ts'

/** Creates a keyword of a strategy. If a position is sent, null included, it counts as measured now. */
export async function createKeyword(em: EntityManager, actor: Actor, input: NewKeyword): Promise<Keyword> {
  await checkOperationsReferences(em, input)
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
  await checkOperationsReferences(em, input)
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
