import { sql } from 'kysely'
import { z } from 'zod'

/** The fields of an app in a record that belongs to one. */
export const appNames = { app_slug: z.string(), app_name: z.string() }

/**
 * The columns of these fields, for a SELECT from `record` with a left join of `apps as app`. Every such record has an
 * app, but PostgreSQL omits a left join whose columns are not selected, as in a count.
 */
export const appNameColumns = [
  sql<string>`app.slug`.as('app_slug'),
  sql<string>`app.name`.as('app_name'),
] as const
