import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../../journal/save.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { mostSimilar, selectSimilar } from '../similar/similar.ts'
import { type NewProduct, products } from './product.ts'
import { readProduct } from './read.ts'

const similarTo = selectSimilar({
  table: 'products',
  title: 'name',
  slug: 'slug',
  status: { column: 'portfolio_status', closed: ['archived'] },
})

/**
 * Creates a product in a stored direction. Its name is unique there; its slug comes from the name and never changes.
 */
export async function createProduct(em: EntityManager, actor: Actor, input: NewProduct) {
  const { direction_slug, direction_id, ...values } = input
  const { direction, warnings } = await resolve(em, { direction_slug, direction_id })
  const stored = { direction_id: requireReference(direction, 'direction_slug').id }
  const candidates = await readInTransaction(em)(similarTo(values.name, stored))
  const product = await create(em, actor, products, {
    ...values,
    ...stored,
    slug: await freeSlug(em, 'products', values.name, 'product'),
  })
  return {
    product: await readProduct(readInTransaction(em), { id: product.id }),
    similar: mostSimilar(values.name, candidates),
    warnings,
  }
}
