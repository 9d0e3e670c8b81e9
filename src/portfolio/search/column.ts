import { p, Type } from '@mikro-orm/core'
import { type KindName, kinds } from '../kinds.ts'

type SearchedKind = { [K in KindName]: (typeof kinds)[K]['search'] extends null ? never : K }[KindName]

/**
 * Returns the column `search` of a kind of record: the words of its texts, which the database keeps up to date. Words
 * of the title have the weight A, all others the weight B. The program never loads the column.
 */
export function searchColumn(kind: SearchedKind) {
  const [title, ...texts] = kinds[kind].search
  const words = [weighted(title, 'A'), ...texts.map((name) => weighted(name, 'B'))]
  const expression = words.reduce((left, right) => `(${left} || ${right})`)
  const search = p
    .type(WordsType)
    .$type<string>()
    .generated(`${expression} stored`)
    .nullable()
    .lazy()
    .hidden()
  return { search }
}

/**
 * Returns the index on the column `search`, and on the place of a record, since most searches for words are in one
 * place. New entries wait in a list and are added together, which halves the cost of a new record. Every read scans
 * that list, which is therefore short: 64 kB.
 */
export function searchIndex(kind: SearchedKind, place?: 'product_id' | 'direction_id') {
  const { table } = kinds[kind]
  const name = `${table}_words`
  const columns = place ? `"${place}", "search"` : '"search"'
  return {
    name,
    expression: `create index "${name}" on "${table}" using gin (${columns}) with (fastupdate = on, gin_pending_list_limit = 64)`,
  }
}

// `search_words` is a function of migration 0100. Its words are the same on every server.
function weighted(column: string, weight: 'A' | 'B'): string {
  return `setweight(search_words(${column}), '${weight}')`
}

class WordsType extends Type<string, string> {
  override getColumnType(): string {
    return 'tsvector'
  }
}
