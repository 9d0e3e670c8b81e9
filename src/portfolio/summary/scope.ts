import { sql } from 'kysely'
import { z } from 'zod'
import { Slug } from '../../record/slug.ts'
import { directionId } from '../list/filter.ts'

/** What a summary may be narrowed to. */
export const SummaryQuery = z.object({
  direction_slug: Slug.optional().describe('Only this direction; an old slug of it is read as well'),
})
export type SummaryQuery = z.output<typeof SummaryQuery>

/** The part of the portfolio a summary is about, as conditions on its tables: all of it, or a direction. */
export function scopeOf({ direction_slug }: SummaryQuery) {
  if (direction_slug === undefined)
    return { directions: sql`true`, products: sql`true`, placed: sql`true`, owned: sql`true` }
  const products = sql`(select id from products where direction_id = ${directionId})`
  return {
    directions: sql`id = ${directionId}`,
    products: sql`direction_id = ${directionId}`,
    /** For tables with a product or a direction. */
    placed: sql`(direction_id = ${directionId} or product_id in ${products})`,
    /** For tables with a product alone. */
    owned: sql`product_id in ${products}`,
  }
}
export type Scope = ReturnType<typeof scopeOf>
