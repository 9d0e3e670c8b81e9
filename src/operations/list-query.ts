import { paging } from '../record/list/paging.ts'
import { sortRule } from '../record/list/sort.ts'
import { translations } from '../record/rules/description.ts'
import { Reference } from '../record/rules/id.ts'
import { text } from '../record/rules/text.ts'

/** The query fields that select the records of another one. */
export const ofCompany = Reference.optional()
  .describe('Only records of this company')
  .register(translations, { ru: 'Только записи этой компании' })
export const ofApplication = Reference.optional()
  .describe('Only records of this application')
  .register(translations, { ru: 'Только записи этого приложения' })
export const ofStrategy = Reference.optional()
  .describe('Only records of this strategy')
  .register(translations, { ru: 'Только записи этой стратегии' })
export const ofOwner = Reference.optional()
  .describe('Only records that this user owns')
  .register(translations, { ru: 'Только записи, за которые отвечает этот пользователь' })

/** The query fields that every list of operations has. */
export const listQuery = {
  search: text(255)
    .optional()
    .describe('Only records that contain this text')
    .register(translations, { ru: 'Только записи, в которых есть этот текст' }),
  sort: sortRule('id', 'name', 'created_at'),
  ...paging,
}
