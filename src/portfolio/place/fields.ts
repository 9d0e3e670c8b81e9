import { p } from '@mikro-orm/core'
import { z } from 'zod'
import { field } from '../../record/field.ts'
import { Id } from '../../record/rules/id.ts'
import { apps } from '../app/app.ts'
import { directions } from '../direction/direction.ts'
import { products } from '../product/product.ts'
import { appReference, directionReference, productReference } from './references.ts'

/** The place of a record in the portfolio. The direction is stored only if there is no product, which determines it. */
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
