import type { z } from 'zod'
import { invalid } from '../../record/fault.ts'
import { isFields } from '../../record/rule.ts'
import type { StoredApp } from './app.ts'

type Binding = StoredApp['product_binding_status']

const unconfirmed =
  'The selected product binding status is invalid. Confirmed needs a product. Send product_slug, or another status.'

/** A new app is confirmed only with a product. Judged even when other fields fail as well. */
export function boundToProduct<S extends z.ZodObject>(schema: S): S {
  const bound = (app: Record<string, unknown>) =>
    app.product_binding_status !== 'confirmed' || app.product_slug != null || app.product_id != null
  return schema.refine(bound, {
    path: ['product_binding_status'],
    params: { sentence: unconfirmed },
    when: isFields,
  })
}

/** The binding of an app whose creator names none: by its product, or by the candidate for one. */
export function defaultBinding(product_id: number | null, candidate: string | null | undefined): Binding {
  if (product_id) return 'confirmed'
  return candidate ? 'product-candidate' : 'unbound'
}

/** Throws where an app would be confirmed to belong to a product that is not there. */
export function checkBinding(binding: Binding, product_id: number | null): void {
  if (binding === 'confirmed' && !product_id) throw invalid({ product_binding_status: unconfirmed })
}
