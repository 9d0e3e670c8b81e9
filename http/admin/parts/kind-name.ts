import { t } from '../html/text.ts'
import { words } from '../html/words.ts'
import { recordText } from '../record/record-text.ts'
import { pagesOfType } from '../records/index.ts'

/** Returns the name of a kind of record. */
export function kindName(type: string): string {
  if (type === 'proposal') return t('proposals.proposal')
  const pages = pagesOfType(type)
  return pages ? recordText(pages, 'name') : words(type)
}

/** Returns what a record that is not stored yet is called: "New signal". */
export function newRecord(type: string): string {
  const pages = pagesOfType(type)
  return pages ? recordText(pages, 'new') : kindName(type)
}
