import { z } from 'zod'
import { Reference } from '../../record/rules/id.ts'
import { nullable } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { DirectionSlug } from '../direction/direction.ts'

// How a body references another record: by slug or by id. If both are sent, they must name the same record. Null
// references no record, and is ignored beside a value.

export const productReference = {
  product_slug: nullable(Slug).optional(),
  product_id: nullable(Reference).optional(),
}

export const directionReference = {
  direction_slug: nullable(DirectionSlug).optional(),
  direction_id: nullable(Reference).optional(),
}

export const appReference = {
  app_slug: nullable(Slug).optional(),
  app_id: nullable(Reference).optional(),
}

/** For `omit`: the columns of a place, which a body sets by references instead. */
export const unplaced = { product_id: true, direction_id: true, app_id: true } as const

/** The fields by which a body references a place. */
export const placeReferences = { ...productReference, ...directionReference, ...appReference }

/** The slugs of a place in an answer. */
export const placeSlugs = {
  product_slug: z.string().nullable(),
  direction_slug: z.string().nullable(),
  app_slug: z.string().nullable(),
}
