import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { invalid } from '../../record/fault.ts'
import { products } from '../product/product.ts'
import type { StoredCanonRule } from './canon-rule.ts'

/** The statuses in which a rule prevents its product from leaving its direction. */
export const pinningStatuses: StoredCanonRule['status'][] = ['draft', 'active']

/**
 * Throws if the product is not in the direction. Locks the product, so that it cannot move until the transaction ends.
 */
export async function checkScope(
  em: EntityManager,
  direction_id: number | null,
  product_id: number | null,
): Promise<void> {
  if (!direction_id || !product_id) return
  const product = await em.findOne(products, { id: product_id }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (product?.direction_id !== direction_id)
    throw invalid({
      product_slug: 'The selected product slug is invalid. The product belongs to another direction.',
    })
}
