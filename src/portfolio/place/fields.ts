import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { field } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { apps } from '../app/app.ts'
import { directions } from '../direction/direction.ts'
import { products } from '../product/product.ts'
import { appReference, directionReference, productReference } from './references.ts'

/** Where in the portfolio a record hangs. The direction is kept only where there is no product to give it. */
export const place = {
  product_id: field(
    Id.nullable(),
    p.manyToOne(products).mapToPk().fieldName('product_id').deleteRule('no action').strictNullable(),
  ),
  direction_id: field(
    Id.nullable(),
    p.manyToOne(directions).mapToPk().fieldName('direction_id').deleteRule('no action').strictNullable(),
  ),
  app_id: field(
    Id.nullable(),
    p.manyToOne(apps).mapToPk().fieldName('app_id').deleteRule('no action').strictNullable(),
  ),
}

/** For `omit`: the columns of a place, which a body names by reference instead. */
export const unplaced = { product_id: true, direction_id: true, app_id: true } as const

/** How a body names the place. */
export const placeReferences = { ...productReference, ...directionReference, ...appReference }

/** How an answer names the place, besides the ids. */
export const placeSlugs = {
  product_slug: z.string().nullable(),
  direction_slug: z.string().nullable(),
  app_slug: z.string().nullable(),
}
