import { appFilter } from '../../metrics/of-app.ts'
import { translations } from '../../record/rules/description.ts'
import { Reference } from '../../record/rules/id.ts'

/** The query fields that select the clicks of an application, of a company and of an app of the portfolio. */
export const clickFilters = {
  app_id: Reference.optional()
    .describe('Only clicks of this application')
    .register(translations, { ru: 'Только клики этого приложения' }),
  company_id: Reference.optional()
    .describe('Only clicks of this company')
    .register(translations, { ru: 'Только клики этой компании' }),
  ...appFilter,
}
