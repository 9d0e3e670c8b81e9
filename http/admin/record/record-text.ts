import { en } from '../../../src/language/en/index.ts'
import { CatalogPhrase } from '../../../src/language/phrase.ts'
import type { Key } from '../../../src/language/translate.ts'
import type { KindName } from '../../../src/portfolio/kinds.ts'
import { localized, t } from '../html/text.ts'
import { words } from '../html/words.ts'

type English = typeof en

/** The names of the texts that the catalogs have of every kind of record. */
type RecordText = keyof English['signal'] & keyof English['user'] & keyof English['requestLog'] & string

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
  return localized(recordPhrase(...text))
}

/** Returns the name of the records of a kind of the portfolio: "Canon rules". */
export function recordsLabel(kind: KindName): string {
  const texts = kind === 'canon_rule' ? 'canonRule' : kind
  return recordText({ texts }, 'list')
}

/** Returns the name of a type of record as history and links name it: "Store truth" for `store_truth`. */
export function typeLabel(type: string): string {
  return Object.hasOwn(en.recordType, type)
    ? t(`recordType.${type as keyof typeof en.recordType}`)
    : words(type)
}
