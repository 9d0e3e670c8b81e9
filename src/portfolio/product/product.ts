import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { boolean } from '../../record/rules/boolean.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { Id, Reference } from '../../record/rules/id.ts'
import { prose } from '../../record/rules/prose.ts'
import { required } from '../../record/rules/required.ts'
import { nullable } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { DirectionSlug, directions } from '../direction/direction.ts'
import { kinds } from '../kinds.ts'
import { directionReference } from '../place/references.ts'
import { nameWords, searchColumn, searchIndex } from '../search/column.ts'
import { nameIndex } from '../similar/column.ts'
import { portfolioStatuses, productFocuses } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  slug: field(Slug, p.text().unique('products_slug_taken')),
  direction_id: field(Id, p.manyToOne(directions).mapToPk().fieldName('direction_id')),
  name: field(prose(255), p.text()),
  portfolio_status: field(enumOf(portfolioStatuses), p.enum(values(portfolioStatuses)).default('candidate')),
  product_focus: field(enumOf(productFocuses), p.enum(values(productFocuses)).default('assess-development')),
  summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  is_revenue_generating: field(boolean, p.boolean().$type<boolean>().default(false)),
  is_favorite: field(boolean, p.boolean().$type<boolean>().default(false)),
  monetization_model: field(nullable(prose(255)), p.text().strictNullable().default(null)),
  health_state: field(nullable(prose(255)), p.text().strictNullable().default(null)),
  health_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  risk_summary: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  growth_chance: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
  next_step: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
}

/** The middle layer of the portfolio. Decisions are made about products; a product may have several apps. */
export const products = defineEntity({
  name: 'product',
  tableName: kinds.product.table,
  properties: {
    ...columns(fields),
    ...searchColumn(kinds.product),
    ...nameWords(),
  },
  indexes: [
    { name: 'products_favorites', properties: ['is_favorite', 'id'] },
    searchIndex(kinds.product, 'direction_id'),
    nameIndex('products', 'name'),
    {
      name: 'products_name_taken',
      expression: 'create unique index "products_name_taken" on "products" ("direction_id", lower("name"))',
    },
  ],
})
export const StoredProduct = z.object(rules(fields))
export type StoredProduct = z.output<typeof StoredProduct>

declare module '../../database/tables.ts' {
  interface Tables {
    products: StoredProduct
  }
}

const settable = StoredProduct.omit({ ...serverFields, slug: true, direction_id: true }).partial()

/** Body that creates a product: a name and a stored direction, by slug or id. */
export const NewProduct = atLeastOne(
  z.strictObject({ ...directionReference, ...settable.required({ name: true }).shape }),
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      direction_slug: 'DIRECTION-SLUG',
      name: 'Сканер QR',
      portfolio_status: 'core',
      next_step: 'Ship batch scanning',
    },
  ],
})
export type NewProduct = z.output<typeof NewProduct>

/** Body that changes a product: any of its fields. Its direction cannot be removed. */
export const ProductChange = z
  .strictObject({
    direction_slug: required(DirectionSlug).optional(),
    direction_id: required(Reference).optional(),
    ...settable.shape,
  })
  .meta({
    examples: [
      { is_favorite: true, health_state: 'stable', next_step: 'Raise the price of the yearly plan' },
    ],
  })
export type ProductChange = z.output<typeof ProductChange>
