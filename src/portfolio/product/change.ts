import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { within } from '../../database/read.ts'
import { change } from '../../journal/save.ts'
import { invalid, notFound } from '../../record/fault.ts'
import type { Precondition } from '../../record/precondition.ts'
import { canonRules } from '../canon-rule/canon-rule.ts'
import { binding } from '../canon-rule/scope.ts'
import type { Name } from '../find.ts'
import { resolve } from '../resolve.ts'
import { type ProductChange, products } from './product.ts'
import { readProduct } from './read.ts'

/** Changes a product. It cannot leave a direction while a canon rule holds it there. */
export async function changeProduct(
  em: EntityManager,
  actor: Actor,
  name: Name,
  input: ProductChange,
  precondition: Precondition,
) {
  const { direction_slug, direction_id, ...values } = input
  const { direction, warnings } = await resolve(em, { direction_slug, direction_id })
  const product = await em.findOne(products, name, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!product) throw notFound()
  await precondition()
  const moved = direction && direction.id !== product.direction_id ? direction.id : undefined
  if (moved) await refusePinned(em, product.id, product.direction_id)
  change(em, actor, product, { ...values, ...(moved && { direction_id: moved }) })
  await em.flush()
  return { product: await readProduct(within(em), { id: product.id }), warnings }
}

// Whoever pins a product holds its row as well, so that none can be pinned while it moves.
async function refusePinned(em: EntityManager, product_id: number, direction_id: number): Promise<void> {
  const rule = await em.findOne(canonRules, { product_id, direction_id, status: binding })
  if (!rule) return
  throw invalid({
    direction_slug: `The selected direction slug is invalid: canon rule ${rule.id} keeps the product where it is.`,
  })
}
