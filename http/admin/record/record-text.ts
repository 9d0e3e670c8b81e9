import type { en } from '../../../src/language/en/index.ts'
import { CatalogPhrase } from '../../../src/language/phrase.ts'
import type { Key } from '../../../src/language/translate.ts'
import { told } from '../html/text.ts'

type English = typeof en

/** The names of the texts that the catalogs have of every kind of record. */
type RecordText = keyof English['signal'] & keyof English['user'] & keyof English['click'] & string

/** A page of the catalogs about a kind of record. */
export type RecordCatalog = {
  [P in keyof English]: RecordText extends keyof English[P] ? P : never
}[keyof English]

/** Returns a text about a kind of record, such as `recordPhrase(pages, 'new')`: "New signal". */
export function recordPhrase(
  { texts }: { texts: RecordCatalog },
  name: RecordText,
  values: { count?: number } = {},
): CatalogPhrase {
  return new CatalogPhrase(`${texts}.${name}` as Key, values)
}

/** Like `recordPhrase`, in the language of the page. */
export function recordText(...text: Parameters<typeof recordPhrase>): string {
  return told(recordPhrase(...text))
}
