import type { RecordPages } from './record.ts'
import { words } from './words.ts'

/** Returns the link to the list of a kind of record. */
export function listLink({ collection, label }: RecordPages) {
  return { href: `/admin/${collection}`, label: words(label.plural) }
}
