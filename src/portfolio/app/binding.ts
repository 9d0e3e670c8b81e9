import type { z } from 'zod'
import { invalid } from '../../record/fault.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import type { bindingStatuses } from '../vocabulary.ts'

type Binding = keyof typeof bindingStatuses

const unconfirmed =
  'The selected product binding status is invalid. Confirmed requires a product. Send product_slug or another status.'

/** Requires a product for a new app whose binding is `confirmed`. Validated even if other fields are invalid. */
export function boundToProduct<S extends z.ZodObject>(schema: S): S {
  const bound = (app: Record<string, unknown>) =>
    app.product_binding_status !== 'confirmed' || app.product_slug != null || app.product_id != null
  return schema.refine(bound, {
    path: ['product_binding_status'],
    params: { sentence: unconfirmed },
    when: isObjectPayload,
  })
}

/** Returns the binding of a new app if none was sent: it follows from the product or the candidate's name. */
export function defaultBinding(product_id: number | null, candidate: string | null | undefined): Binding {
  if (product_id) return 'confirmed'
  return candidate ? 'product-candidate' : 'unbound'
}

/** Throws if the binding is `confirmed` and there is no product. */
export function checkBinding(binding: Binding, product_id: number | null): void {
  if (binding === 'confirmed' && !product_id) throw invalid({ product_binding_status: unconfirmed })
}
