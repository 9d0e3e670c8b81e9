import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields, serverFields } from '../../record/base-fields.ts'
import { columns, field, rules } from '../../record/field.ts'
import { linkable } from '../../record/linked-entity.ts'
import { atLeastOne } from '../../record/rules/at-least-one.ts'
import { enumOf, values } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { Id } from '../../record/rules/id.ts'
import { prose, withoutCredentials } from '../../record/rules/prose.ts'
import { nullable } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text, textMatching } from '../../record/rules/text.ts'
import { directions } from '../direction/direction.ts'
import { kinds } from '../kinds.ts'
import { directionReference, productReference } from '../place/references.ts'
import { products } from '../product/product.ts'
import { nameWords, searchColumn, searchIndex } from '../search/column.ts'
import { nameIndex } from '../similar/column.ts'
import { appPlatforms, bindingStatuses, implementationStatuses } from '../vocabulary.ts'
import { boundToProduct } from './binding.ts'
import { storeIdentityIndexes } from './store-identity.ts'

const bundleId = withoutCredentials(textMatching(255, /^[A-Za-z0-9][A-Za-z0-9.-]{1,254}$/))
const packageId = withoutCredentials(textMatching(255, /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/))

const fields = {
  ...baseFields,
  slug: field(Slug, p.text().unique('apps_slug_taken')),
  product_id: field(
    Id.nullable(),
    p
      .manyToOne(products)
      .mapToPk()
      .fieldName('product_id')
      .deleteRule('no action')
      .strictNullable()
      .index('apps_product_id'),
  ),
  // Set only for an app without a product; otherwise the direction is the product's.
  direction_id: field(
    Id.nullable(),
    p
      .manyToOne(directions)
      .mapToPk()
      .fieldName('direction_id')
      .deleteRule('no action')
      .strictNullable()
      .index('apps_direction_id'),
  ),
  name: field(prose(255), p.text()),
  platform: field(enumOf(appPlatforms), p.enum(values(appPlatforms))),
  implementation_status: field(
    enumOf(implementationStatuses),
    p.enum(values(implementationStatuses)).default('idea'),
  ),
  store_url: field(nullable(withoutCredentials(httpUrl)), p.text().strictNullable().default(null)),
  // Equal for two store addresses of the same app: see storeKey().
  store_key: field(nullable(text(500)), p.text().strictNullable().default(null).hidden()),
  bundle_id: field(nullable(bundleId), p.text().strictNullable().default(null)),
  package_id: field(nullable(packageId), p.text().strictNullable().default(null)),
  product_binding_status: field(enumOf(bindingStatuses), p.enum(values(bindingStatuses)).default('unbound')),
  product_candidate_name: field(nullable(prose(255)), p.text().strictNullable().default(null)),
  portfolio_note: field(nullable(prose(5000)), p.text().strictNullable().default(null)),
}

/** The lowest layer of the portfolio: the implementation of a product on one platform. */
export const apps = linkable(
  defineEntity({
    name: 'app',
    tableName: kinds.app.table,
    properties: { ...columns(fields), ...searchColumn(kinds.app), ...nameWords() },
    indexes: [
      ...storeIdentityIndexes,
      searchIndex(kinds.app, 'product_id'),
      nameIndex('apps', 'name'),
      nameIndex('apps', 'product_candidate_name'),
    ],
    checks: [
      {
        name: 'apps_confirmed_has_product',
        expression: `product_binding_status <> 'confirmed' or product_id is not null`,
      },
      { name: 'apps_has_place', expression: 'product_id is not null or direction_id is not null' },
    ],
  }),
)
export const StoredApp = z.object(rules(fields))
export type StoredApp = z.output<typeof StoredApp>

declare module '../../database/tables.ts' {
  interface Tables {
    apps: StoredApp
  }
}

const settable = StoredApp.omit({
  ...serverFields,
  slug: true,
  product_id: true,
  direction_id: true,
  store_key: true,
})
  // Without a fixed default: see defaultBinding().
  .extend({ product_binding_status: enumOf(bindingStatuses) })
  .partial()

/** Body that creates an app: a name, a platform, and a product or a direction. */
export const NewApp = atLeastOne(
  boundToProduct(
    z.strictObject({
      ...productReference,
      ...directionReference,
      ...settable.required({ name: true, platform: true }).shape,
    }),
  ),
  'product_slug',
  'product_id',
  'direction_slug',
  'direction_id',
).meta({
  examples: [
    {
      product_slug: 'PRODUCT-SLUG',
      name: 'Сканер QR',
      platform: 'Android',
      package_id: 'com.example.scanner',
      implementation_status: 'released',
    },
  ],
})
export type NewApp = z.output<typeof NewApp>

/** Body that changes an app: any of its fields. */
export const AppChange = z
  .strictObject({ ...productReference, ...directionReference, ...settable.shape })
  .meta({ examples: [{ implementation_status: 'in-review' }] })
export type AppChange = z.output<typeof AppChange>
