import type { z } from 'zod'
import { anyField, fieldPhrase, phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import type { bindingStatuses } from '../vocabulary.ts'

type Binding = keyof typeof bindingStatuses

const unconfirmed = invalidBecause(
  'product_binding_status',
  phrase('reference.productRequired', { product: anyField(['product_slug']) }),
)

const candidateBesideProduct = fieldPhrase('validation.candidateBesideProduct', {
  binding: anyField(['product_binding_status']),
}).about('product_candidate_name')

/**
 * Requires a product for a new app whose binding is `confirmed`, and a status for one with both a product and the name
 * of a candidate, which would be confirmed otherwise. Validated even if other fields are invalid.
 */
export function boundToProduct<S extends z.ZodObject>(schema: S): S {
  const hasProduct = (app: Record<string, unknown>) => app.product_slug != null || app.product_id != null
  return schema
    .refine((app) => app.product_binding_status !== 'confirmed' || hasProduct(app), {
      path: ['product_binding_status'],
      params: { sentence: unconfirmed },
      when: isObjectPayload,
    })
    .refine(
      (app) => app.product_candidate_name == null || app.product_binding_status != null || !hasProduct(app),
      {
        path: ['product_candidate_name'],
        params: { sentence: candidateBesideProduct },
        when: isObjectPayload,
      },
    )
}

/**
 * Returns the binding of a new app if none was sent: it follows from the product or the candidate's name. Throws if
 * there are both.
 */
export function defaultBinding(product_id: number | null, candidate: string | null | undefined): Binding {
  if (product_id && candidate) throw invalid({ product_candidate_name: candidateBesideProduct })
  if (product_id) return 'confirmed'
  return candidate ? 'product-candidate' : 'unbound'
}

/** Throws if the binding is `confirmed` and there is no product. */
export function checkBinding(binding: Binding, product_id: number | null): void {
  if (binding === 'confirmed' && !product_id) throw invalid({ product_binding_status: unconfirmed })
}
