import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import type { Place } from '../place/locate.ts'

// Older records of a place are not compared. A direction may have many products.
const newestOfPlace = 2000
const newestOfProduct = 200

/** The product and the direction of a new record. */
export type RecordPlace = Pick<Place, 'product_id' | 'direction_id'>

/** The product of a new record, or else its direction, as parameters of a statement. */
export type PlaceValues = { product_id: number } | { direction_id: number | null }

/** Returns the product of a new record, or else its direction, as parameters of a statement. */
export function placeValues({ product_id, direction_id }: RecordPlace): PlaceValues {
  return product_id === null ? { direction_id } : { product_id }
}

/**
 * Returns the SELECT of the stored records with which a new one is compared. With a product, these are the records of
 * the product and of its direction; without one, the records of the direction and of its products.
 */
export function inPlace(table: string, columns: string[], values: PlaceValues): RawBuilder<unknown> {
  const selected = sql.join(['id', ...columns].map((name) => sql.ref(name)))
  const newest = (condition: RawBuilder<unknown>, limit: number) =>
    sql`(select ${selected} from ${sql.table(table)} where ${condition} order by id desc limit ${sql.lit(limit)})`
  if ('product_id' in values)
    return sql`
      ${newest(sql`product_id = ${param('product_id')}`, newestOfPlace)} union all
      ${newest(sql`direction_id = (select direction_id from products where id = ${param('product_id')})`, newestOfPlace)}`
  return sql`
    ${newest(sql`direction_id = ${param('direction_id')}`, newestOfPlace)} union all
    select record.* from products
      cross join lateral ${newest(sql`product_id = products.id`, newestOfProduct)} as record
      where products.direction_id = ${param('direction_id')}`
}
