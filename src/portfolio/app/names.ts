import { sql } from 'kysely'
import { z } from 'zod'
import { param } from '../../database/statement.ts'

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

/** The condition that a record belongs to the app with the slug `app_slug`. */
export const ofApp = sql`record.app_id = (select id from apps where slug = ${param('app_slug')})`
