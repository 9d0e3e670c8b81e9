import { sql } from 'kysely'
import { param } from '../database/statement.ts'
import { translations } from '../record/rules/description.ts'
import { Slug } from '../record/rules/slug.ts'

/** The query field that selects the clicks of the applications of an app of the portfolio. */
export const appFilter = {
  app_slug: Slug.optional()
    .describe('Only clicks of the applications of this app of the portfolio')
    .register(translations, { ru: 'Только клики по продвижению этого приложения портфеля' }),
}

/** The condition that the clicks aliased `record` are those of an application of the app `app_slug`. */
export const isOfApp = sql`record.app_id in (
  select id from applications where app_id = (select id from apps where slug = ${param('app_slug')}) and deleted_at is null
)`
