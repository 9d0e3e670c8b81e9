import { paging } from '../record/list/paging.ts'
import { sortRule } from '../record/list/sort.ts'
import { translations } from '../record/rules/description.ts'
import { text } from '../record/rules/text.ts'

/** The query fields that every list of operations has. */
export const listQuery = {
  search: text(255)
    .optional()
    .describe('Only records that contain this text')
    .register(translations, { ru: 'Только записи, в которых есть этот текст' }),
  sort: sortRule('id', 'name', 'created_at'),
  ...paging,
}
