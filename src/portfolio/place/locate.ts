import type { EntityManager } from '@mikro-orm/postgresql'
import type { FoundRecord } from './find.ts'
import { contradiction, type References, type Resolved, resolve } from './resolve.ts'

/** The place of a record in the portfolio. The product follows from the app, and the direction from the product. */
export type Place = { product_id: number | null; direction_id: number | null; app_id: number | null }

/** Splits a body into the fields that name its place, and all others. */
export function splitPlace<T extends References>({
  product_slug,
  product_id,
  direction_slug,
  direction_id,
  app_slug,
  app_id,
  ...values
}: T) {
  return { place: { product_slug, product_id, direction_slug, direction_id, app_slug, app_id }, values }
}

/**
 * Returns the place that a body names. Throws if the product is not in the direction, or the app not of the product.
 */
export async function locate(
  em: EntityManager,
  references: References,
): Promise<Resolved & { place: Place }> {
  const resolved = await resolve(em, references)
  return { ...resolved, place: placeOf(references, resolved) }
}

type Found = Pick<FoundRecord, 'id' | 'product_id' | 'direction_id'> | null | undefined

/** Returns the place that found records name. Throws if they contradict each other. */
export function placeOf(
  references: References,
  { product, direction, app }: { product: Found; direction: Found; app?: Found },
): Place {
  if (app?.product_id && product && app.product_id !== product.id)
    throw contradiction(references, 'product', 'The app belongs to another product')
  if (app?.direction_id && product && app.direction_id !== product.direction_id)
    throw contradiction(references, 'product', 'The app belongs to another direction')
  const given = product ?? app
  if (given?.direction_id && direction && given.direction_id !== direction.id)
    throw contradiction(
      references,
      'direction',
      `The ${product ? 'product' : 'app'} belongs to another direction`,
    )
  const product_id = product?.id ?? app?.product_id ?? null
  const direction_id = product_id ? null : (direction?.id ?? app?.direction_id ?? null)
  return { product_id, direction_id, app_id: app?.id ?? null }
}
