import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { serverFields } from '../../record/base-fields.ts'
import { invalid } from '../../record/fault.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField, takenValue } from '../../record/validation/messages.ts'
import { StoredApp } from '../app/app.ts'
import { checkBinding, defaultBinding } from '../app/binding.ts'
import { identityColumns, identityFields } from '../app/store-identity.ts'
import { storeKey } from '../app/store-key.ts'
import { changedPlace } from '../app/writes.ts'
import { placeOf } from '../place/locate.ts'
import { platformCell } from './cell-platform.ts'
import type { ImportKind, ImportLine, ImportRow } from './import-kind.ts'
import { type Planned, recordRows } from './record-rows.ts'
import { findDirections, findProducts } from './references.ts'

const { store_key: _, ...fields } = StoredApp.omit({
  ...serverFields,
  slug: true,
  product_id: true,
  direction_id: true,
}).shape

const Line = z.object({
  slug: Slug.optional(),
  product_slug: text(2000).optional(),
  direction_slug: text(2000).optional(),
  ...z.object({ ...fields, platform: platformCell(fields.platform) }).partial().shape,
})
type Line = z.output<typeof Line>

// The fields that an app always has. An empty cell leaves them as they are.
const permanent = ['name', 'platform', 'implementation_status', 'product_binding_status'] as const
const kept = [
  ...permanent,
  'store_url',
  'bundle_id',
  'package_id',
  'product_candidate_name',
  'store_key',
] as const

/** A stored app. An app with a product is in the direction of the product. */
type Stored = Pick<StoredApp, 'id' | 'slug' | 'product_id' | 'direction_id' | (typeof kept)[number]>
type Row = Partial<Omit<StoredApp, 'id' | 'slug'>> &
  Pick<StoredApp, 'name' | 'platform' | 'product_id' | 'direction_id'> & {
    id: number | null
    slug: string | null
  }
type Plan = Planned<Line, Stored, Row>

const identity = 'slug, or name and platform'

export const appImport: ImportKind<Line> = {
  recordType: 'app',
  table: 'apps',
  required: [],
  anyOf: ['slug', 'name'],
  optional: Object.keys(Line.shape),
  schema: Line,
  references: { product_slug: findProducts, direction_slug: findDirections },
  rows: recordRows<Line, Stored, Row>({
    table: 'apps',
    fallback: 'app',
    identity,
    load: (read, slugs, names) =>
      read({
        text: `select app.id, app.slug, app.product_id, ${kept.map((name) => `app.${name}`).join(', ')},
            coalesce(product.direction_id, app.direction_id) as direction_id
          from apps as app left join products as product on product.id = app.product_id
          where app.slug = any($1) or lower(app.name) in (select lower(name) from unnest($2::text[]) as name)`,
        values: [slugs, names],
      }),
    meant,
    plan,
    check,
    keys: identityKeys,
  }),
  identity,
  match: sql`stored.id = given.id`,
  replaced: (given) => [
    ...given.filter((field) => field in fields),
    ...(given.some((field) => field.endsWith('_slug')) ? ['product_id', 'direction_id'] : []),
    ...(given.includes('store_url') ? ['store_key'] : []),
  ],
}

// An app of another product has the same name by chance. An app without a product may get the product of the line.
function meant(stored: Stored[], { values: { platform }, references }: ImportLine<Line>): Stored[] {
  const onPlatform = stored.filter((app) => platform === undefined || app.platform === platform)
  const product = references.product_slug
  if (!product) return onPlatform
  const own = onPlatform.filter(({ product_id }) => product_id === product.id)
  return own.length > 0 ? own : onPlatform.filter(({ product_id }) => product_id === null)
}

function plan(line: ImportLine<Line>, stored: Stored | undefined): Row {
  const { slug, product_slug, direction_slug, ...given } = line.values
  const found = { product: referenced(line, 'product_slug'), direction: referenced(line, 'direction_slug') }
  const references = { product_slug, direction_slug }
  const common = {
    ...given,
    ...Object.fromEntries(permanent.map((field) => [field, given[field] ?? stored?.[field]])),
    ...(given.store_url !== undefined && { store_key: given.store_url && storeKey(given.store_url) }),
  }
  if (stored) {
    const place = changedPlace(references, found, stored)
    checkBinding(given.product_binding_status ?? stored.product_binding_status, place.product_id)
    const { id, name, platform } = stored
    return { name, platform, ...common, ...place, id, slug: stored.slug }
  }
  const { name, platform } = given
  if (!name || !platform || !(found.product || found.direction))
    throw invalid({
      ...(!name && { name: requiredField('name') }),
      ...(!platform && { platform: requiredField('platform') }),
      ...(!found.product && !found.direction && { product_slug: requiredField('product_slug') }),
    })
  const { product_id, direction_id } = placeOf(references, found)
  const product_binding_status =
    given.product_binding_status ?? defaultBinding(product_id, given.product_candidate_name)
  checkBinding(product_binding_status, product_id)
  return {
    ...common,
    name,
    platform,
    product_id,
    direction_id,
    product_binding_status,
    id: null,
    slug: slug ?? null,
  }
}

// Null if the cell is empty, undefined if the file has no such column.
function referenced({ cells, references }: ImportLine<Line>, field: 'product_slug' | 'direction_slug') {
  return references[field] ?? (field in cells ? null : undefined)
}

async function check(read: Read, planned: Plan[]) {
  const values = identityColumns.map((column) =>
    planned.flatMap(({ row, stored }) => row[column] ?? stored?.[column] ?? []),
  )
  const none = values.every((list) => list.length === 0)
  const conditions = identityColumns.map((column, index) => `${column} = any($${index + 1})`)
  const owners = none
    ? []
    : await read<Stored>({
        text: `select id, platform, ${identityColumns.join(', ')} from apps where ${conditions.join(' or ')}`,
        values,
      })
  const ids = new Map(owners.flatMap((app) => identityKeys(app).map(({ key }) => [key, app.id] as const)))
  return ({ row, stored }: Plan) => {
    const app = stored ? { ...stored, ...row } : row
    const taken = identityColumns.filter((column) => {
      const owner = app[column] ? ids.get(identityKey(app.platform, column, app[column])) : undefined
      return owner !== undefined && owner !== row.id
    })
    return Object.fromEntries(
      taken.map((column) => [identityFields[column], [takenValue(identityFields[column])]]),
    )
  }
}

function identityKeys(
  app: Pick<Row, 'platform' | (typeof identityColumns)[number]>,
): ImportRow<Line>['keys'] {
  return identityColumns.flatMap((column) =>
    app[column]
      ? [{ key: identityKey(app.platform, column, app[column]), what: identityFields[column] }]
      : [],
  )
}

function identityKey(platform: string, column: string, value: string): string {
  return `${column} ${platform} ${value}`
}
