import { generatedWords, wordsIndex } from '../../record/text-search.ts'
import type { Kind } from '../kinds.ts'

// A kind of record that the search returns.
type SearchedKind = Pick<Kind, 'table'> & { search: readonly [string, ...string[]] }

/**
 * Returns the column `search` of a kind of record: the words of its texts. Words of the title have the weight A, all
 * others the weight B.
 */
export function searchColumn({ search }: SearchedKind) {
  const [title, ...texts] = search
  const words = [weighted(title, 'A'), ...texts.map((name) => weighted(name, 'B'))]
  return { search: generatedWords(words.reduce((left, right) => `(${left} || ${right})`)) }
}

/**
 * Returns the index on the column `search`, and on the place of a record, since most searches for words are in one
 * place.
 */
export function searchIndex({ table }: SearchedKind, place?: 'product_id' | 'direction_id') {
  return wordsIndex(table, ...(place ? [place] : []), 'search')
}

/** The words of the name of a product or an app, which count among those of each of its records. */
export const nameWords = () => ({ name_words: generatedWords('search_words(name)') })

// `search_words` is a function of migration 0001. Its words are the same on every server.
function weighted(column: string, weight: 'A' | 'B'): string {
  return `setweight(search_words(${column}), '${weight}')`
}
