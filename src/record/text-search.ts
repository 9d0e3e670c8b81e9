import { p, Type } from '@mikro-orm/core'

/** Returns a column with the words of texts, which the database keeps up to date and the program never loads. */
export function generatedWords(expression: string) {
  return p.type(WordsType).$type<string>().generated(`${expression} stored`).nullable().lazy().hidden()
}

/**
 * Returns the column `words` of a record: the words of the columns in which the search over all records looks.
 * `search_words` is a function of migration 0001. Its words are the same on every server.
 */
export function wordsColumn(...columns: string[]) {
  const words = columns.map((name) => `search_words(${name})`)
  return { words: generatedWords(words.reduce((left, right) => `(${left} || ${right})`)) }
}

/**
 * Returns the index of a column of words, after the columns that most searches also select by. New entries wait in a
 * list and are added together, which halves the cost of a new record. Every read scans that list, which is therefore
 * short: 64 kB.
 */
export function wordsIndex(table: string, ...columns: string[]) {
  const name = `${table}_words`
  const list = columns.map((column) => `"${column}"`).join(', ')
  return {
    name,
    expression: `create index "${name}" on "${table}" using gin (${list}) with (fastupdate = on, gin_pending_list_limit = 64)`,
  }
}

class WordsType extends Type<string, string> {
  override getColumnType(): string {
    return 'tsvector'
  }
}

/** Returns the index of the trigrams of `columns`. ILIKE finds a text of three characters or more by it. */
export function trigramIndex(table: string, ...columns: string[]) {
  const name = `${table}_search`
  const list = columns.map((column) => `"${column}" gin_trgm_ops`).join(', ')
  return { name, expression: `create index "${name}" on "${table}" using gin (${list})` }
}

/** Returns the LIKE pattern that matches values which contain `text`. Wildcards in `text` are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
