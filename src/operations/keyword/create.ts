import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { refer } from '../refer.ts'
import { companyOf } from './company.ts'
import { keywords, type NewKeyword } from './keyword.ts'
import { type Keyword, readKeyword } from './read.ts'

/** Creates a keyword of a strategy. A position given with it, also none, was measured now. */
export async function createKeyword(em: EntityManager, actor: Actor, input: NewKeyword): Promise<Keyword> {
  await refer(em, input)
  const keyword = await create(em, actor, keywords, {
    ...input,
    company_id: await companyOf(em, input.strategy_id, input.company_id),
    measured_at: input.position === undefined ? null : new Date().toISOString(),
  })
  return readKeyword(within(em), keyword.id)
}
