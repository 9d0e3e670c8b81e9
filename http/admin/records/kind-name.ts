import { t } from '../html/text.ts'
import { recordText, typeLabel } from '../record/record-text.ts'
import { pagesOfType } from './index.ts'

/** Returns what a record of a type is called in the language of the page: "Signal". */
export function kindName(record_type: string): string {
  const pages = pagesOfType(record_type)
  return pages ? recordText(pages, 'name') : typeLabel(record_type)
}

/** Returns what a record that is not stored yet is called: "New signal". */
export function newRecord(record_type: string): string {
  const pages = pagesOfType(record_type)
  return pages ? recordText(pages, 'new') : kindName(record_type)
}

/** Returns a number of records of a type in the language of the page: "3 signals". */
export function countOfKind(record_type: string, count: number): string {
  const pages = pagesOfType(record_type)
  return pages ? recordText(pages, 'count', { count }) : t('history.records', { count })
}
