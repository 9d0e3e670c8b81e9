import { sql } from 'kysely'
import { z } from 'zod'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { phrase } from '../../language/phrase.ts'
import { serverFields } from '../../record/base-fields.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField } from '../../record/validation/messages.ts'
import { StoredApp } from '../app/app.ts'
import { identityColumns, identityFields, storeKey } from '../app/store-identity.ts'
import { changeApp, storeApp } from '../app/writes.ts'
import { unconditional } from '../operation.ts'
import { locate } from '../place/resolve.ts'
import { platformCell } from './cell-rules.ts'
import type { ImportKind, ImportLine, StoredRecord } from './import-kind.ts'
import { recordRows } from './record-lines.ts'
import { findDirections, findProducts } from './references.ts'

const { store_key: _, ...shape } = StoredApp.omit({
  ...serverFields,
  slug: true,
  product_id: true,
  direction_id: true,
}).shape
const names = Object.keys(shape) as (keyof typeof shape)[]

const Line = z.object({
  slug: Slug.optional(),
  product_slug: text(2000).optional(),
  direction_slug: text(2000).optional(),
  ...z.object({ ...shape, platform: platformCell(shape.platform) }).partial().shape,
})
type Line = z.output<typeof Line>

const identity = phrase('imports.slugOrNameAndPlatform')

export const appImport: ImportKind<Line> = {
  recordType: 'app',
  table: 'apps',
  required: [],
  anyOf: ['slug', 'name'],
  optional: Object.keys(Line.shape),
  schema: Line,
  references: { product_slug: findProducts, direction_slug: findDirections },
  rows: recordRows<Line>({
    table: 'apps',
    fallback: 'app',
    identity,
    permanent: ['name', 'platform', 'implementation_status', 'product_binding_status'],
    find: (read, slugs, names) => read(selectStored({ slugs, names })),
    meant,
    missing: ({ name, platform, product_slug, direction_slug }) => ({
      ...(name === undefined && { name: [requiredField('name')] }),
      ...(platform === undefined && { platform: [requiredField('platform')] }),
      ...(product_slug == null &&
        direction_slug == null && { product_slug: [requiredField('product_slug')] }),
    }),
    keys: ({ platform, store_url, ...app }) => {
      const identities: Record<string, unknown> = {
        ...app,
        store_key: store_url && storeKey(String(store_url)),
      }
      return identityColumns.flatMap((column) =>
        identities[column]
          ? [{ key: `${column} ${platform} ${identities[column]}`, what: identityFields[column] }]
          : [],
      )
    },
  }),
  identity,
  store: {
    async create(em, actor, slug, line) {
      const { product_slug, direction_slug, ...values } = line
      const { place } = await locate(em, { product_slug, direction_slug })
      return storeApp(em, actor, { values, place, fields: Object.keys(line) }, () => slug)
    },
    change: (em, actor, id, fields) => changeApp(em, actor, { id }, fields, unconditional),
  },
}

// An app of another product has the same name by chance. An app without a product may get the product of the line.
function meant(
  stored: StoredRecord[],
  { values: { platform }, references }: ImportLine<Line>,
): StoredRecord[] {
  const onPlatform = stored.filter((app) => platform === undefined || app.platform === platform)
  const product = references.product_slug
  if (!product) return onPlatform
  const own = onPlatform.filter(({ product_slug }) => product_slug === product.slug)
  return own.length > 0 ? own : onPlatform.filter(({ product_slug }) => product_slug === null)
}

const selectStored = statement(
  'apps.imported',
  { slugs: ['qr-scanner'], names: ['QR Scanner'] },
  (_: { slugs: string[]; names: string[] }) =>
    db
      .selectFrom('apps')
      .leftJoin('products', 'products.id', 'apps.product_id')
      .leftJoin('directions', 'directions.id', 'apps.direction_id')
      .where(
        sql<boolean>`(apps.slug = any(${param('slugs')}::text[])
          or lower(apps.name) in (select lower(name) from unnest(${param('names')}::text[]) as name))`,
      )
      .select(['apps.id', 'apps.slug', 'products.slug as product_slug', 'directions.slug as direction_slug'])
      .select(names.map((name) => `apps.${name}` as const)),
)
