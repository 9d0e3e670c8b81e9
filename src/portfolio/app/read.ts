import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { oneByName, recordReads } from '../../record/list/reads.ts'
import { Named } from '../../record/named.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { aliasOf } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { DirectionSlug } from '../direction/direction.ts'
import { ownSlugWarnings, pagingQuery, recordFilters, withSlugWarnings } from '../list/filter.ts'
import { portfolioOrder } from '../list/order.ts'
import { placeSlugs } from '../place/references.ts'
import { directionSlugColumn, productSlugColumn } from '../place/slugs.ts'
import { appPlatforms, bindingStatuses } from '../vocabulary.ts'
import { StoredApp } from './app.ts'
import { applicationsColumn } from './applications.ts'
import { storeKey } from './store-identity.ts'

/** An app, as answers show it. */
export const App = StoredApp.omit({ store_key: true }).extend({
  product_slug: placeSlugs.product_slug,
  direction_slug: placeSlugs.direction_slug,
  applications: z.array(Named).describe('The applications of operations that are this app, at most 20'),
})
export type App = z.output<typeof App>

/** Query of the app list. Store identities must match exactly. */
export const AppQuery = z.object({
  slug: Slug.optional()
    .describe('Only the app with this slug')
    .register(translations, { ru: 'Только приложение с этим slug' }),
  product_slug: Slug.optional()
    .describe('Only apps of this product')
    .register(translations, { ru: 'Только приложения этого продукта' }),
  direction_slug: DirectionSlug.optional()
    .describe('Only apps in this direction; an old slug is accepted')
    .register(translations, { ru: 'Только приложения этого направления; прежний slug тоже подходит' }),
  platform: enumOf(appPlatforms).optional(),
  package_id: text(255)
    .optional()
    .describe('Only apps with exactly this package id')
    .register(translations, { ru: 'Только приложения точно с этим package ID' }),
  bundle_id: text(255)
    .optional()
    .describe('Only apps with exactly this bundle id')
    .register(translations, { ru: 'Только приложения точно с этим bundle ID' }),
  store_url: httpUrl
    .optional()
    .describe('Compared without tracking parameters')
    .register(translations, { ru: 'Сравнивается без меток отслеживания' }),
  binding: enumOf(bindingStatuses).optional().describe('Only apps with this product_binding_status'),
  product_binding_status: aliasOf('binding', enumOf(bindingStatuses)),
  q: text(255)
    .optional()
    .describe('Only apps whose name contains this text')
    .register(translations, { ru: 'Только приложения, в названии которых есть этот текст' }),
  ...pagingQuery,
})
export type AppQuery = z.output<typeof AppQuery>

const columns = [
  ...qualifiedColumns('record', StoredApp.omit({ store_key: true })),
  productSlugColumn,
  directionSlugColumn,
  applicationsColumn,
] as const

type Filters = AppQuery & { store_key?: string | undefined }

const select = (query: Partial<Filters>) =>
  db
    .selectFrom('apps as record')
    .where(
      all([
        recordFilters({ product_slug: query.product_slug, direction_slug: query.direction_slug }),
        query.slug !== undefined && sql`record.slug = ${param('slug')}`,
        query.platform !== undefined && sql`record.platform = ${param('platform')}`,
        query.package_id !== undefined && sql`record.package_id = ${param('package_id')}`,
        query.bundle_id !== undefined && sql`record.bundle_id = ${param('bundle_id')}`,
        query.store_url !== undefined && sql`record.store_key = ${param('store_key')}`,
        query.binding !== undefined && sql`record.product_binding_status = ${param('binding')}`,
        query.product_binding_status !== undefined &&
          sql`record.product_binding_status = ${param('product_binding_status')}`,
        query.q !== undefined && sql`record.name ilike ${param('q')}`,
      ]),
    )
    .select([...columns])

const reads = recordReads<App, Filters>(
  'apps',
  { product_slug: 'qr-scanner', platform: 'iOS' },
  select,
  portfolioOrder({ schema: App }),
)

const list = withSlugWarnings(reads.list)

/** Returns a page of apps, newest first. */
export async function listApps(read: Read, query: AppQuery) {
  const store_key = query.store_url && storeKey(query.store_url)
  const page = await list(read, { ...query, store_key })
  const warnings = await ownSlugWarnings(read, 'app', query.slug, page.rows)
  return { ...page, warnings: [...page.warnings, ...warnings] }
}

/** Returns one app by slug or id; throws `not_found`. */
export const readApp = oneByName('apps', () => select({}), reads.one)

/** Returns the newest apps that match. */
export const latestApps = reads.latest

/** The fields of an app in a record that belongs to one. */
export const appNames = { app_slug: z.string(), app_name: z.string() }

/**
 * The columns of these fields, for a SELECT from `record` with a left join of `apps as app`. Every such record has an
 * app, but PostgreSQL omits a left join whose columns are not selected, as in a count.
 */
export const appNameColumns = [
  sql<string>`app.slug`.as('app_slug'),
  sql<string>`app.name`.as('app_name'),
] as const
