import { invalid } from '../../record/fault.ts'
import type { StoredApp } from './app.ts'

type Binding = StoredApp['product_binding_status']

/** The binding of an app whose creator names none: by its product, or by the candidate for one. */
export function defaultBinding(product_id: number | null, candidate: string | null | undefined): Binding {
  if (product_id) return 'confirmed'
  return candidate ? 'product-candidate' : 'unbound'
}

/** Throws where an app would be confirmed to belong to a product that is not there. */
export function checkBinding(binding: Binding, product_id: number | null): void {
  if (binding !== 'confirmed' || product_id) return
  throw invalid({
    product_binding_status:
      'The selected product binding status is invalid: confirmed needs a product. Send product_slug, or another status.',
  })
}
