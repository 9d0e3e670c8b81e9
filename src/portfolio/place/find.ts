import { sql } from 'kysely'
import { param, statement } from '../../database/statement.ts'
import { portfolioTables } from '../tables.ts'

/** A record that was named. `named` is the slug it was found by, which may be an alias; a decision has none. */
export type FoundRecord = {
  id: number
  slug: string | null
  named: string | null
  /** The product it belongs to. */
  product_id: number | null
  /** The direction it belongs to, by its product where it has one. */
  direction_id: number | null
}

/** Names by slug, by id, or by both, which may mean two different records. */
export type RecordName = { slug?: string | undefined; id?: number | undefined }

const none = sql<number | null>`null::bigint`
const noSlug = sql<string | null>`null::text`

/** The statements that find what a slug or an id names. */
export const find = {
  product: statement((name: RecordName) =>
    portfolioTables
      .selectFrom('products as record')
      .where(named(name))
      .select([
        'record.id',
        'record.slug',
        'record.slug as named',
        'record.id as product_id',
        'record.direction_id',
      ]),
  ),
  direction: statement((name: RecordName) =>
    portfolioTables
      .selectFrom('directions as record')
      .leftJoin('direction_aliases as alias', (join) =>
        join.onRef('alias.direction_id', '=', 'record.id').on('alias.slug', '=', param('slug')),
      )
      .where((eb) => eb.or([named(name), eb('alias.slug', 'is not', null)]))
      .select((eb) => [
        'record.id',
        'record.slug',
        eb.fn.coalesce('alias.slug', 'record.slug').as('named'),
        none.as('product_id'),
        eb.ref('record.id').$castTo<number | null>().as('direction_id'),
      ]),
  ),
  app: statement((name: RecordName) =>
    portfolioTables
      .selectFrom('apps as record')
      .leftJoin('products as product', 'product.id', 'record.product_id')
      .where(named(name))
      .select((eb) => [
        'record.id',
        'record.slug',
        'record.slug as named',
        'record.product_id',
        eb.fn.coalesce('product.direction_id', 'record.direction_id').as('direction_id'),
      ]),
  ),
  product_decision: statement((name: RecordName) =>
    portfolioTables
      .selectFrom('decisions as record')
      .innerJoin('products as product', 'product.id', 'record.product_id')
      .where(named(name))
      .select([
        'record.id',
        noSlug.as('slug'),
        noSlug.as('named'),
        'record.product_id',
        'product.direction_id',
      ]),
  ),
}

function named({ slug, id }: RecordName) {
  const bySlug = sql<boolean>`record.slug = ${param('slug')}`
  const byId = sql<boolean>`record.id = ${param('id')}`
  if (id === undefined) return bySlug
  return slug === undefined ? byId : sql<boolean>`(${bySlug} or ${byId})`
}
