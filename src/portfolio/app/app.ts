import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { atLeastOne } from '../../record/at-least-one.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Id } from '../../record/id.ts'
import { link } from '../../record/link.ts'
import { nullable } from '../../record/rule.ts'
import { Slug } from '../../record/slug.ts'
import { stored, unsettable } from '../../record/stored.ts'
import { term, values } from '../../record/term.ts'
import { code, text } from '../../record/text.ts'
import { directions } from '../direction/direction.ts'
import { directionReference, productReference } from '../place/references.ts'
import { products } from '../product/product.ts'
import { appPlatforms, bindingStatuses, implementationStatuses } from '../vocabulary.ts'
import { boundToProduct } from './binding.ts'

const bundleId = code(255, /^[A-Za-z0-9][A-Za-z0-9.-]{1,254}$/)
const packageId = code(255, /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/)

const fields = {
  ...stored,
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
  // The direction of an app without a product; with one, the product's direction is the app's.
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
  name: field(text(255), p.text()),
  platform: field(term(appPlatforms), p.enum(values(appPlatforms))),
  implementation_status: field(
    term(implementationStatuses),
    p.enum(values(implementationStatuses)).default('idea'),
  ),
  store_url: field(nullable(link), p.text().strictNullable().default(null)),
  // What makes two store addresses the same app: see storeKey().
  store_key: field(nullable(text(500)), p.text().strictNullable().default(null).hidden()),
  bundle_id: field(nullable(bundleId), p.text().strictNullable().default(null)),
  package_id: field(nullable(packageId), p.text().strictNullable().default(null)),
  product_binding_status: field(term(bindingStatuses), p.enum(values(bindingStatuses)).default('unbound')),
  product_candidate_name: field(nullable(text(255)), p.text().strictNullable().default(null)),
  portfolio_note: field(nullable(text(5000)), p.text().strictNullable().default(null)),
}

/** The lowest layer: one implementation of a product on one platform. */
export const apps = defineEntity({
  name: 'app',
  tableName: 'apps',
  properties: columns(fields),
  indexes: [
    storeIdentity('bundle_id', 'bundle_id'),
    storeIdentity('package_id', 'package_id'),
    storeIdentity('store_url', 'store_key'),
  ],
  checks: [
    {
      name: 'apps_confirmed_has_product',
      expression: `product_binding_status <> 'confirmed' or product_id is not null`,
    },
    { name: 'apps_has_place', expression: 'product_id is not null or direction_id is not null' },
  ],
})
export const StoredApp = z.object(rules(fields))
export type StoredApp = z.output<typeof StoredApp>

const settable = StoredApp.omit({
  ...unsettable,
  slug: true,
  product_id: true,
  direction_id: true,
  store_key: true,
})
  // Without a default of its own: see defaultBinding().
  .extend({ product_binding_status: term(bindingStatuses) })
  .partial()

/** What creates an app: a name, a platform, and a product or a direction. */
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
      product_slug: 'skaner-qr',
      name: 'Сканер QR',
      platform: 'Android',
      package_id: 'com.example.qr',
      implementation_status: 'released',
    },
  ],
})
export type NewApp = z.output<typeof NewApp>

/** What changes an app: any of its fields. */
export const AppChange = z
  .strictObject({ ...productReference, ...directionReference, ...settable.shape })
  .meta({ examples: [{ implementation_status: 'in-review' }] })
export type AppChange = z.output<typeof AppChange>

// One technical identity belongs to one app of a platform, also when two requests claim it at once.
function storeIdentity(name: string, column: string) {
  return {
    name: `apps_${name}_taken`,
    expression: `create unique index "apps_${name}_taken" on "apps" ("platform", "${column}") where "${column}" is not null`,
  }
}
