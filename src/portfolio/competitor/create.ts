import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { competitors, type NewCompetitor } from './competitor.ts'
import { type Competitor, readCompetitor } from './read.ts'

/** Creates a competitor of a product. */
export async function createCompetitor(
  em: EntityManager,
  actor: Actor,
  input: NewCompetitor,
): Promise<Competitor> {
  const { product_slug, product_id, ...values } = input
  const { product } = await resolve(em, { product_slug, product_id })
  const competitor = await create(em, actor, competitors, {
    ...values,
    product_id: requireReference(product, 'product_slug').id,
  })
  return readCompetitor(readInTransaction(em), competitor.id)
}
