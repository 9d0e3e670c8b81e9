import { sql } from 'kysely'

// Columns with the slugs of a record's place, for a SELECT on the alias `record`. Each is a lookup by primary key.

/** The slugs of a record's place as SQL, for columns and for the order of lists. */
export const slugExpressions = {
  product_slug: sql<string | null>`(select slug from products where id = record.product_id)`,
  app_slug: sql<string | null>`(select slug from apps where id = record.app_id)`,
  direction_slug: sql<string | null>`(select slug from directions where id = coalesce(
    (select direction_id from products where id = record.product_id), record.direction_id))`,
}

export const productSlugColumn = slugExpressions.product_slug.as('product_slug')

const appSlug = slugExpressions.app_slug.as('app_slug')

/** The direction of the record's product, or else of the record itself. */
export const directionSlugColumn = slugExpressions.direction_slug.as('direction_slug')

/** The direction of the record itself, regardless of its product. */
export const ownDirectionSlug = sql<
  string | null
>`(select slug from directions where id = record.direction_id)`

/** The slugs of product, direction and app. */
export const placeSlugColumns = [productSlugColumn, directionSlugColumn, appSlug] as const
