import { sql } from 'kysely'
import { z } from 'zod'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { phrase } from '../../language/phrase.ts'
import { serverFields } from '../../record/base-fields.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField } from '../../record/validation/messages.ts'
import { create } from '../gate/save.ts'
import { unconditional } from '../operation.ts'
import { requireReference, resolve } from '../place/resolve.ts'
import { products, StoredProduct } from '../product/product.ts'
import { changeProduct } from '../product/writes.ts'
import { booleanCell } from './cell-rules.ts'
import type { ImportKind } from './import-kind.ts'
import { recordRows } from './record-lines.ts'
import { findDirections } from './references.ts'

const { shape } = StoredProduct.omit({ ...serverFields, slug: true, direction_id: true })
const names = Object.keys(shape) as (keyof typeof shape)[]

const Line = z.object({
  slug: Slug.optional(),
  direction_slug: text(2000).optional(),
  ...z
    .object({
      ...shape,
      is_revenue_generating: booleanCell(shape.is_revenue_generating),
      is_favorite: booleanCell(shape.is_favorite),
    })
    .partial().shape,
})
type Line = z.output<typeof Line>

const identity = phrase('imports.slugOrName')

export const productImport: ImportKind<Line> = {
  recordType: 'product',
  table: 'products',
  required: [],
  anyOf: ['slug', 'name'],
  optional: Object.keys(Line.shape),
  schema: Line,
  references: { direction_slug: findDirections },
  rows: recordRows<Line>({
    table: 'products',
    fallback: 'product',
    identity,
    permanent: [
      'name',
      'direction_slug',
      'portfolio_status',
      'product_focus',
      'is_revenue_generating',
      'is_favorite',
    ],
    find: (read, slugs, names) => read(selectStored({ slugs, names })),
    // A name is unique in its direction.
    meant: (stored, { references: { direction_slug: direction } }) =>
      direction ? stored.filter(({ direction_slug }) => direction_slug === direction.slug) : stored,
    missing: ({ name, direction_slug }) => ({
      ...(name === undefined && { name: [requiredField('name')] }),
      ...(direction_slug === undefined && { direction_slug: [requiredField('direction_slug')] }),
    }),
    keys: ({ direction_slug, name }) => [
      {
        key: `name ${direction_slug} ${String(name).toLowerCase()}`,
        what: phrase('imports.nameAndDirection'),
      },
    ],
  }),
  identity,
  store: {
    async create(em, actor, slug, line) {
      const { direction_slug, ...values } = line
      const { direction } = await resolve(em, { direction_slug })
      const { id: direction_id } = requireReference(direction, 'direction_slug')
      return create(em, actor, products, { ...values, direction_id, slug }, Object.keys(line))
    },
    change: (em, actor, id, fields) => changeProduct(em, actor, { id }, fields, unconditional),
  },
}

const selectStored = statement(
  'products.imported',
  { slugs: ['qr-scanner'], names: ['QR Scanner'] },
  (_: { slugs: string[]; names: string[] }) =>
    db
      .selectFrom('products')
      .innerJoin('directions', 'directions.id', 'products.direction_id')
      .where(
        sql<boolean>`(products.slug = any(${param('slugs')}::text[])
          or lower(products.name) in (select lower(name) from unnest(${param('names')}::text[]) as name))`,
      )
      .select(['products.id', 'products.slug', 'directions.slug as direction_slug'])
      .select(names.map((name) => `products.${name}` as const)),
)
