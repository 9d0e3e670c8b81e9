import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { Id } from '../../record/rules/id.ts'
import { withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { text } from '../../record/rules/text.ts'
import { wordsColumn } from '../../record/text-search.ts'
import { productReference } from '../place/references.ts'
import { products } from '../product/product.ts'
import { appPlatforms, competitorRelations } from '../vocabulary.ts'

const fields = {
  ...baseFields,
  product_id: field(Id, p.manyToOne(products).mapToPk().fieldName('product_id')),
  name: field(withoutCredentials(text(255)), p.text()),
  platform: field(
    nullable(enumOf(appPlatforms)),
    p.enum(values(appPlatforms)).strictNullable().default(null),
  ),
  store_url: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  relation: field(
    nullable(enumOf(competitorRelations)),
    p.enum(values(competitorRelations)).strictNullable().default(null),
  ),
  note: field(nullable(withoutCredentials(text(5000))), p.text().strictNullable().default(null)),
}

/** A competitor of a product. */
export const competitors = defineEntity({
  name: 'competitor',
  tableName: 'competitors',
  properties: { ...columns(fields), ...wordsColumn('name') },
  indexes: [{ name: 'competitors_product', properties: ['product_id', 'id'] }],
})
export const StoredCompetitor = z.object(rules(fields))
export type StoredCompetitor = z.output<typeof StoredCompetitor>

declare module '../../database/tables.ts' {
  interface Tables {
    competitors: StoredCompetitor
  }
}

const settable = StoredCompetitor.omit({ ...serverFields, product_id: true }).partial()

/** Input that creates a competitor: a name and the product. */
export const NewCompetitor = atLeastOne(
  z.strictObject({ ...productReference, ...settable.required({ name: true }).shape }),
  'product_slug',
  'product_id',
)
export type NewCompetitor = z.output<typeof NewCompetitor>

/** Input that changes a competitor: any of its fields. */
export const CompetitorChange = z.strictObject({ ...productReference, ...settable.shape })
export type CompetitorChange = z.output<typeof CompetitorChange>
