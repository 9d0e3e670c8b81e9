import { type RawBuilder, sql } from 'kysely'
import { param, statement, tables } from '../../database/statement.ts'
import { containsPattern } from '../../record/text-search/contains-pattern.ts'

/** The words of a search, as parameters of its statement. */
export type Words = {
  /** All words, in the syntax of `websearch_to_tsquery`. */
  words: string
  /** The words before the last one, and the last one, which may be incomplete; null if it is in quotes or excluded. */
  before: string
  last: string | null
  /** LIKE patterns of the text itself, for names and slugs; null if the search uses operators. */
  contains: string | null
  begins: string | null
  exact: string | null
}

/**
 * Returns the words of a text in the form that the SQL function `search_text` gives them. Only the operators `"` and
 * `-` are kept.
 */
export function parseWords(text: string): Words {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  const quoted = (folded.match(/"/g)?.length ?? 0) % 2 === 0 ? folded : folded.replaceAll('"', ' ')
  const words = quoted
    .replace(/(?<![^\s"])-(?=[\p{L}\p{Nd}"])/gu, excluded)
    .replace(new RegExp(`[^\\p{L}\\p{Nd}"${excluded}]+`, 'gu'), ' ')
    .replaceAll(excluded, '-')
    .trim()
  const last = /(?<![\p{L}\p{Nd}])[\p{L}\p{Nd}]+$/u.exec(words)?.[0] ?? null
  const before = last === null ? '' : words.slice(0, -last.length)
  const completable = !before.endsWith('-') && last !== null
  const plain = words === '' || /["-]/.test(words) ? null : words
  const contains = plain === null ? null : containsPattern(plain)
  return {
    words,
    before: completable ? before.trim() : words,
    last: completable ? last : null,
    contains,
    begins: contains?.slice(1) ?? null,
    exact: plain,
  }
}

// Replaces a minus sign that excludes a word, while all other signs become spaces. It is a noncharacter, which no text
// contains.
const excluded = '\uFFFF'

const typed = (name: string): RawBuilder<string> => sql`${param(name)}::text`
const stems = (name: keyof Words) => sql`websearch_to_tsquery('russian', ${typed(name)})`

/**
 * Selects the `tsquery` of the words, as text: their stems, or those before the last one with every word that begins
 * with the last one. A stop word after other words is not completed: those words already find every record that its
 * completion could find. Without a word to search for, it is the empty text.
 */
export const selectTsquery = statement((_: Words) => ({
  compile: () =>
    sql<{ tsquery: string }>`select (${stems('words')} || case
      when ${typed('last')} is null or (numnode(${stems('last')}) = 0 and numnode(${stems('before')}) > 0) then ''::tsquery
      else ${stems('before')} && to_tsquery('simple', '''' || ${typed('last')} || ''':*') end)::text as tsquery`.compile(
      tables(),
    ),
}))

/** The `tsquery` as a parameter, which the planner has statistics for. */
export const tsquery = sql`${param('tsquery')}::tsquery`

/** Returns the condition that a name or a slug contains the text of the search. */
export function nameContains(value: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`search_text(${value}) like ${typed('contains')}`
}

/** Returns how well a name or a slug that contains the text matches it: from 0 to 1. */
export function nameScore(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql`case when search_text(${value}) = ${typed('exact')} then 1
    when search_text(${value}) like ${typed('begins')} then 0.5
    when search_text(${value}) like ${typed('contains')} then 0.4 else 0 end`
}
