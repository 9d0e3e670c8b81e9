import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { checkOperationsReferences } from '../check-references.ts'
import { companyOf } from './company.ts'
import { keywords, type NewKeyword } from './keyword.ts'
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
