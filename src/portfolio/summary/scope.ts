import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '../../database/tables.ts'
import { DirectionSlug } from '../direction/direction.ts'
import { directionId } from '../list/filter.ts'

/** Query of the summary. */
export const SummaryQuery = z.object({
  direction_slug: DirectionSlug.optional().describe('Only this direction; an old slug is accepted'),
})
export type SummaryQuery = z.output<typeof SummaryQuery>

/**
 * Returns the SQL conditions that limit a summary to one direction, if one is given, and the query builder with the
 * common table expressions that they refer to.
 */
export function scopeOf({ direction_slug }: SummaryQuery) {
  if (direction_slug === undefined)
    return { db, directions: sql`true`, products: sql`true`, placed: sql`true` }
  const direction = sql`(select id from scope)`
  return {
    // About 25 subqueries compare with them, so they are found once.
    db: db
      .with('scope', () => sql<{ id: number }>`(select ${directionId} as id)`)
      .with(
        'scoped_products',
        () => sql<{ id: number }>`(select id from products where direction_id = ${direction})`,
      ),
    directions: sql`id = ${direction}`,
    products: sql`direction_id = ${direction}`,
    /** For tables with a product and a direction. */
    placed: sql`(direction_id = ${direction} or product_id in (select id from scoped_products))`,
  }
}
export type Scope = ReturnType<typeof scopeOf>
