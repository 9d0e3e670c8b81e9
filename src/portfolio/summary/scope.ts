import { sql } from 'kysely'
import { z } from 'zod'
import { DirectionSlug } from '../direction/direction.ts'
import { directionId } from '../list/filter.ts'

/** Query of the summary. */
export const SummaryQuery = z.object({
  direction_slug: DirectionSlug.optional().describe('Only this direction; an old slug is accepted'),
})
export type SummaryQuery = z.output<typeof SummaryQuery>

/** Returns the SQL conditions that limit a summary to one direction, or to nothing. */
export function scopeOf({ direction_slug }: SummaryQuery) {
  if (direction_slug === undefined) return { directions: sql`true`, products: sql`true`, placed: sql`true` }
  const products = sql`(select id from products where direction_id = ${directionId})`
  return {
    directions: sql`id = ${directionId}`,
    products: sql`direction_id = ${directionId}`,
    /** For tables with a product and a direction. */
    placed: sql`(direction_id = ${directionId} or product_id in ${products})`,
  }
}
export type Scope = ReturnType<typeof scopeOf>
