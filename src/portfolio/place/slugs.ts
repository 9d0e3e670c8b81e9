import { sql } from 'kysely'

// Columns with the slugs of a record's place, for a SELECT on the alias `record`. Each is a lookup by primary key.

export const productSlugColumn = sql<
  string | null
>`(select slug from products where id = record.product_id)`.as('product_slug')

const appSlug = sql<string | null>`(select slug from apps where id = record.app_id)`.as('app_slug')

/** The direction of the record's product, or else of the record itself. */
export const directionSlugColumn = sql<string | null>`(select slug from directions where id = coalesce(
  (select direction_id from products where id = record.product_id), record.direction_id))`.as(
  'direction_slug',
)

/** The direction of the record itself, regardless of its product. */
export const ownDirectionSlugColumn = sql<
  string | null
>`(select slug from directions where id = record.direction_id)`.as('direction_slug')

/** The slugs of product, direction and app. */
export const placeSlugColumns = [productSlugColumn, directionSlugColumn, appSlug] as const
