import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { canonicalDirections } from '../direction/direction.ts'
import type { PortfolioSave } from '../gate/gate.ts'
import type { KindName } from '../kinds.ts'
import type { Place } from '../place/resolve.ts'
import { placeFields } from './names.ts'

type Values = Record<string, unknown>

/** The product, direction and app of a record. Each has all of its fields, null if there is none. */
export type GuardPlace = {
  product_id: number | null
  direction_id: number | null
  product: Values
  direction: Values
  app: Values
}

/** A record as a write would store it, and the record itself as it is before that, or is created. */
export type Placed = { kind: KindName; id: number | null; own: Values; record: Values }

/** The rows of the product, the direction and the app of a record, with the columns that expressions see. */
export type PlaceRows = { [name in 'product' | 'direction' | 'app']: Values | null } & {
  direction_id: number | null
}

/** Returns the place of each record, in their order. */
export async function readPlaces(read: Read, records: Placed[]): Promise<GuardPlace[]> {
  const ids = records.map(placeIds)
  const rows = await read<PlaceRows>(
    selectPlaces({
      product_ids: ids.map(({ product_id }) => product_id),
      direction_ids: ids.map(({ direction_id }) => direction_id),
      app_ids: ids.map(({ app_id }) => app_id),
    }),
  )
  return records.map((placed, index) => guardPlace(placed, rows[index] as PlaceRows))
}

/** Returns the place of a record whose product, direction and app are `row`. */
export function guardPlace({ kind, id, own, record }: Placed, row: PlaceRows): GuardPlace {
  const product = kind === 'product' ? own : row.product
  const app = kind === 'app' ? own : row.app
  const slug = row.direction?.slug
  const is_canonical = typeof slug === 'string' ? canonicalDirections.includes(slug) : null
  return {
    product_id: kind === 'product' ? id : ((record.product_id as number | null) ?? null),
    direction_id: row.direction_id,
    product: pick(placeFields.product, product),
    direction: pick(placeFields.direction, { ...row.direction, is_canonical }),
    app: pick(placeFields.app, app),
  }
}

/**
 * Returns the record of a save whose places guards read: as the save stores it, and, if the save moves it, as it is before
 * that.
 */
export function placesOf({ record_type: kind, record_id: id, before, after }: Saving): Placed[] {
  const own = before ?? after
  const places = [after, before ?? after].map((record) => ({ kind, id, own, record }))
  const isMoved = placeColumns.some((column) => !isDeepStrictEqual(own[column], after[column]))
  return isMoved ? places : places.slice(0, 1)
}

type Saving = Pick<PortfolioSave, 'record_type' | 'record_id' | 'before' | 'after'>

const placeColumns = ['product_id', 'direction_id', 'app_id']

/** Returns the ids of the place of a record. */
export function placeIds({ kind, record }: Placed): Place {
  const { product_id = null, direction_id = null, app_id = null } = record as Partial<Place>
  return { product_id: kind === 'product' ? null : product_id, direction_id, app_id }
}

function pick(names: readonly string[], values: Values | null): Values {
  return Object.fromEntries(names.map((name) => [name, values?.[name] ?? null]))
}

// Only the columns that expressions see: a product has long texts.
const rowOf = (alias: keyof typeof placeFields) => {
  const columns = placeFields[alias].filter((name) => name !== 'is_canonical')
  const pairs = columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`)
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(${sql.join(pairs)}) end`
}

const selectPlaces = statement(
  'guards.places',
  { product_ids: [7], direction_ids: [null], app_ids: [null] },
  (_: { [name in keyof Place as `${name}s`]: (number | null)[] }) => sql<PlaceRows>`
    select direction.id as direction_id, ${rowOf('product')} as product, ${rowOf('direction')} as direction,
      ${rowOf('app')} as app
    from unnest(${param('product_ids')}::bigint[], ${param('direction_ids')}::bigint[], ${param('app_ids')}::bigint[])
      with ordinality as given (product_id, direction_id, app_id, position)
    left join products as product on product.id = given.product_id
    left join directions as direction on direction.id = coalesce(given.direction_id, product.direction_id)
    left join apps as app on app.id = given.app_id
    order by position`,
)
