import { type RawBuilder, sql } from 'kysely'
import { param } from '../database/statement.ts'
import { containsPattern } from './contains-pattern.ts'

/**
 * Returns the regular expression that matches values in which a text without a trigram is at the beginning or follows a common
 * character. PostgreSQL looks up the trigram of each common character and the first two characters of the text. Returns
 * undefined if the text has a trigram, has only one character, or does not begin with a letter or digit.
 */
export function pairPattern(text: string, characters = commonCharacters): string | undefined {
  if (hasTrigram(text) || !/^[\p{L}\p{Nd}]./u.test(text)) return undefined
  return `(^|[${characters}])${text.replace(/[!-/:-@[-`{-~]/g, '\\$&')}`
}

/** The name of the parameter with the `pairPattern` of the text in the parameter `name`. */
const pairName = <Name extends string>(name: Name): `${Name}_pair` => `${name}_pair`

/** The name of the parameter with the text in the parameter `name`, without the special characters of a LIKE pattern. */
const charactersName = <Name extends string>(name: Name): `${Name}_characters` => `${name}_characters`

/** What a query has besides the text of a search: its `pairPattern`, or else the text itself if this has no trigram. */
export type TextSearch<Name extends string> = { [name in `${Name}_pair`]?: string | undefined } & {
  [name in `${Name}_characters`]?: string | undefined
}

/** Returns the values of a search for a text: a LIKE pattern named `name`, and its `TextSearch`. */
export function searchValues<Name extends string>(name: Name, text: string, characters = commonCharacters) {
  const kind = kindOfText(text)
  return {
    [name]: containsPattern(text),
    ...(kind === 'pair' && { [pairName(name)]: pairPattern(text, characters) }),
    ...(kind === 'characters' && { [charactersName(name)]: text }),
  } as Record<Name, string> & TextSearch<Name>
}

/** How values that contain a text are found: by its own trigrams, by its `pairPattern`, or by its characters. */
type SearchKind = 'trigrams' | 'pair' | 'characters'

/** Returns how values that contain a text are found. */
export function kindOfText(text: string): SearchKind {
  if (hasTrigram(text)) return 'trigrams'
  return pairPattern(text) === undefined ? 'characters' : 'pair'
}

/** Returns how values that contain the text of a search are found. */
export function kindOfSearch<Name extends string>(name: Name, query: TextSearch<Name>): SearchKind {
  if (pairName(name) in query) return 'pair'
  return charactersName(name) in query ? 'characters' : 'trigrams'
}

/**
 * Returns the condition that one of `columns` contains the text of a search, regardless of case. The columns have an index of
 * trigrams, a `charactersIndex`, and an `uncommonIndex` unless they contain only common characters.
 */
export function containsText<Name extends string>(
  columns: RawBuilder<unknown>[],
  name: Name,
  query: TextSearch<Name>,
  options: { onlyCommon?: boolean } = {},
): RawBuilder<boolean> {
  const anyOf = (contains: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(columns.map(contains), sql` or `)})`
  const kind = kindOfSearch(name, query)
  if (kind === 'trigrams') return anyOf((column) => sql`${column} ilike ${param(name)}`)
  // Where no index is used, LIKE takes half the time of ILIKE, which converts the text again for each row.
  const contains = anyOf((column) => sql`lower(${column}) like lower(${param(name)})`)
  return kind === 'pair'
    ? containsPair(contains, columns, name, options)
    : containsCharacters(contains, columns, name)
}

/**
 * Returns the condition `contains`, that one of `columns` contains the text in the parameter `name`, for a text with a
 * `pairPattern`. The columns have an index of trigrams and an `uncommonIndex`, or contain only common characters.
 */
export function containsPair(
  contains: RawBuilder<boolean>,
  columns: RawBuilder<unknown>[],
  name: string,
  { onlyCommon = false } = {},
): RawBuilder<boolean> {
  const indexed = columns.map((column) => sql`${column} ~* ${param(pairName(name))}`)
  const others = onlyCommon ? [] : columns.map((column) => sql`${column} ~* ${sql.lit(uncommon)}`)
  // COALESCE keeps PostgreSQL from reading the entire index for `contains`, and from expecting too few matches because both
  // conditions seem independent.
  return sql`(coalesce(${contains}, false) and (${sql.join([...indexed, ...others], sql` or `)}))`
}

/**
 * Returns the condition `contains`, that one of `columns` contains the text in the parameter `name`, for a text that has neither
 * trigram nor `pairPattern`. The columns have a `charactersIndex`.
 */
export function containsCharacters(
  contains: RawBuilder<boolean>,
  columns: RawBuilder<unknown>[],
  name: string,
): RawBuilder<boolean> {
  const text = sql`lower(${param(charactersName(name))})`
  const all = (column: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
    sql`string_to_array(lower(${column}), null) @> string_to_array(${values}, null)`
  // The second condition says nothing new. With it PostgreSQL expects a character without statistics to be rare enough for the
  // index; it still reads the newest rows first for a common one.
  const indexed = columns.map(
    (column) => sql`(${all(column, text)} and ${all(column, sql`${text} || ${text}`)})`,
  )
  return sql`(coalesce(${contains}, false) and (${sql.join(indexed, sql` or `)}))`
}

/** Returns the index of the characters of `columns`, which finds the values with a rare character. */
export function charactersIndex(table: string, columns: string[]) {
  const name = `${table}_characters`
  const arrays = columns.map((column) => `string_to_array(lower("${column}"), null)`).join(', ')
  // Every search reads the pending entries, so their number is limited to a few milliseconds.
  const options = 'with (fastupdate = on, gin_pending_list_limit = 64)'
  return { name, expression: `create index "${name}" on "${table}" using gin (${arrays}) ${options}` }
}

/** Returns the index of the rows in which a letter or digit follows a character that is not common in one of `columns`, given as SQL. */
export function uncommonIndex(table: string, columns: string[]) {
  const name = uncommonName(table)
  const condition = columns.map((column) => `${column} ~* '${uncommon}'`).join(' or ')
  return { name, expression: `create index "${name}" on "${table}" ("id") where ${condition}` }
}

/** The name of the `uncommonIndex` of a table. */
export const uncommonName = (table: string): string => `${table}_uncommon`

/**
 * Returns whether the values that contain a text can be found by its own trigrams. As in `pg_trgm`, a word has two spaces
 * before it and one behind it, but not where the text begins or ends, because it may be part of a longer word there.
 */
export function hasTrigram(text: string): boolean {
  return [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)].some(({ 0: word, index }) => {
    const before = index > 0 ? 2 : 0
    const behind = index + word.length < text.length ? 1 : 0
    return before + [...word].length + behind >= 3
  })
}

/** Every character of an HTTP request target. */
export const latin1 = String.raw`\u0001-\u00ff`

const separators = String.raw`\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u00ab\u00bb`
// ASCII and the small letters of Western European languages and Russian. `pg_trgm` expands at most 256 characters, capital
// letters included, and none above U+07FF; otherwise it reads the entire index.
const commonCharacters = String.raw`\u0020-\u007e\u00a0\u00ab\u00bb\u00df-\u00ff\u0430-\u044f\u0451`
const uncommon = `[^${commonCharacters}][^${separators}]`
