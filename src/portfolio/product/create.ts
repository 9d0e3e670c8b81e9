import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { create } from '../gate/save.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { besideName } from '../similar/name.ts'
import { type NewProduct, products } from './product.ts'
import { readProduct } from './read.ts'

/**
 * Creates a product in a stored direction. Its name is unique there; its slug comes from the name and never changes.
 */
export async function createProduct(em: EntityManager, actor: Actor, input: NewProduct) {
  const { direction_slug, direction_id, ...values } = input
  const { direction, warnings } = await resolve(em, { direction_slug, direction_id })
  const stored = { direction_id: requireReference(direction, 'direction_slug').id }
  const beside = await besideName(readAside(em), [values.name], { ...stored, product_id: null })
  const product = await create(em, actor, products, {
    ...values,
    ...stored,
    slug: await freeSlug(em, 'products', values.name, 'product'),
  })
  return {
    record: await readProduct(readInTransaction(em), { id: product.id }),
    ...beside,
    warnings,
  }
}
