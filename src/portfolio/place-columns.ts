import { p } from '@mikro-orm/core'
import { field } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'
import { apps } from './app/app.ts'
import { directions } from './direction/direction.ts'
import { products } from './product/product.ts'

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
