import { Reference } from '../../record/id.ts'
import { nullable } from '../../record/rule.ts'
import { Slug } from '../../record/slug.ts'

// How a body names another record: by slug or by id; both must mean the same one. Null names none, and
// says nothing beside the other.

export const productReference = {
  product_slug: nullable(Slug).optional(),
  product_id: nullable(Reference).optional(),
}

export const directionReference = {
  direction_slug: nullable(Slug).optional(),
  direction_id: nullable(Reference).optional(),
}

export const appReference = {
  app_slug: nullable(Slug).optional(),
  app_id: nullable(Reference).optional(),
}
