import { sql } from 'kysely'

// How an answer names the place of what is aliased `record`. Lookups by primary key, once for each row served.

export const productSlugColumn = sql<
  string | null
>`(select slug from products where id = record.product_id)`.as('product_slug')

const appSlug = sql<string | null>`(select slug from apps where id = record.app_id)`.as('app_slug')

/** The direction by the product, else the record's own. */
export const directionSlugColumn = sql<string | null>`(select slug from directions where id = coalesce(
  (select direction_id from products where id = record.product_id), record.direction_id))`.as(
  'direction_slug',
)

/** The record's own direction, whatever product it has. */
export const ownDirectionSlugColumn = sql<
  string | null
>`(select slug from directions where id = record.direction_id)`.as('direction_slug')

/** How an answer names a whole place: product, direction and app. */
export const placeSlugColumns = [productSlugColumn, directionSlugColumn, appSlug] as const
