import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import { type Characters, proseCharacters, uncommon } from './characters.ts'
import { containsPattern } from './contains-pattern.ts'

/**
 * Returns the regular expression that matches values in which a text without a trigram is at the beginning or follows a
 * common character. PostgreSQL looks up the trigram of each common character and the first two characters of the text.
 * Returns undefined if the text has a trigram, has only one character, or does not begin with a letter or digit.
 */
export function pairPattern(text: string, { common } = proseCharacters): string | undefined {
  if (hasTrigram(text) || !/^[\p{L}\p{Nd}]./u.test(text)) return undefined
  return `(^|[${common}])${text.replace(/[!-/:-@[-`{-~]/g, '\\$&')}`
}

/** The name of the parameter with the `pairPattern` of the text in the parameter `name`. */
const pairName = <Name extends string>(name: Name): `${Name}_pair` => `${name}_pair`

/** The name of the parameter with the text in the parameter `name`, if it has a rare character. */
const rareName = <Name extends string>(name: Name): `${Name}_rare` => `${name}_rare`

/**
 * What a query has besides the text of a search: its `pairPattern`, the text itself if it has a rare character, or
 * `unindexed` if it has neither these nor a trigram.
 */
export type TextSearch<Name extends string> = {
  [name in `${Name}_${'pair' | 'rare'}`]?: string | undefined
} & {
  [name in `${Name}_unindexed`]?: true | undefined
}

/** Returns the values of a search for a text: a LIKE pattern named `name`, and its `TextSearch`. */
export function searchValues<Name extends string>(name: Name, text: string, characters = proseCharacters) {
  const kind = kindOfText(text, characters)
  return {
    [name]: containsPattern(text),
    ...(kind === 'pair' && { [pairName(name)]: pairPattern(text, characters) }),
    ...(kind === 'rare' && { [rareName(name)]: text }),
    ...(kind === 'unindexed' && { [`${name}_unindexed`]: true }),
  } as Record<Name, string> & TextSearch<Name>
}

/**
 * How values that contain a text are found: by its own trigrams, by its `pairPattern`, by its rare characters, or by
 * comparing every value.
 */
type SearchKind = 'trigrams' | 'pair' | 'rare' | 'unindexed'

/** Returns how values that contain a text are found. */
export function kindOfText(text: string, characters = proseCharacters): SearchKind {
  if (hasTrigram(text)) return 'trigrams'
  if (pairPattern(text, characters) !== undefined) return 'pair'
  return [...text.toLowerCase()].every((character) => characters.frequent.includes(character))
    ? 'unindexed'
    : 'rare'
}

/** Returns how values that contain the text of a search are found. */
export function kindOfSearch<Name extends string>(name: Name, query: TextSearch<Name>): SearchKind {
  if (pairName(name) in query) return 'pair'
  if (rareName(name) in query) return 'rare'
  return `${name}_unindexed` in query ? 'unindexed' : 'trigrams'
}

/**
 * Returns the condition that one of `columns` contains the text of a search, regardless of case. The columns have an
 * index of trigrams, a `rareIndex`, and an `uncommonIndex` unless they contain only common characters.
 */
export function containsText<Name extends string>(
  columns: RawBuilder<unknown>[],
  name: Name,
  query: TextSearch<Name>,
  characters = proseCharacters,
): RawBuilder<boolean> {
  const anyOf = (contains: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(columns.map(contains), sql` or `)})`
  const kind = kindOfSearch(name, query)
  if (kind === 'trigrams') return anyOf((column) => sql`${collated(column, characters)} ilike ${param(name)}`)
  // Where no index is used, LIKE takes half the time of ILIKE, which converts the text again for each row.
  const text = lower(param(name), characters)
  const contains = anyOf((column) => sql`${lower(column, characters)} like ${text}`)
  if (kind === 'pair') return containsPair(contains, columns, name, characters)
  return kind === 'rare' ? containsRare(contains, columns, name, characters) : contains
}

/**
 * Returns the condition `contains`, that one of `columns` contains the text in the parameter `name`, for a text with a
 * `pairPattern`. The columns have an index of trigrams and an `uncommonIndex`, or contain only common characters.
 */
export function containsPair(
  contains: RawBuilder<boolean>,
  columns: RawBuilder<unknown>[],
  name: string,
  characters = proseCharacters,
): RawBuilder<boolean> {
  const matches = (pattern: RawBuilder<unknown>) =>
    columns.map((column) => sql`${collated(column, characters)} ~* ${pattern}`)
  const indexed = matches(param(pairName(name)))
  const others = characters.onlyCommon ? [] : matches(sql.lit(uncommon))
  // COALESCE keeps PostgreSQL from reading the entire index for `contains`, and from expecting too few matches because
  // both conditions seem independent.
  return sql`(coalesce(${contains}, false) and (${sql.join([...indexed, ...others], sql` or `)}))`
}

/**
 * Returns the condition `contains`, that one of `columns` contains the text in the parameter `name`, for a text with a
 * rare character. The columns have a `rareIndex`.
 */
export function containsRare(
  contains: RawBuilder<boolean>,
  columns: RawBuilder<unknown>[],
  name: string,
  characters = proseCharacters,
): RawBuilder<boolean> {
  const contained = (column: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
    sql`${rareOf(column, characters)} @> ${rareOf(text, characters)}`
  const text = param(rareName(name))
  // The second condition is redundant. It makes PostgreSQL expect fewer matches, so that it uses the index for a
  // character without statistics. For a character that many values contain, it still reads the newest rows first.
  const indexed = columns.map(
    (column) => sql`(${contained(column, text)} and ${contained(column, sql`${text} || ${text}`)})`,
  )
  return sql`(coalesce(${contains}, false) and (${sql.join(indexed, sql` or `)}))`
}

/** Returns the index of the rare characters of `columns`. */
export function rareIndex(table: string, columns: string[]) {
  const name = `${table}_rare`
  const arrays = columns.map(
    (column) => `string_to_array(translate(lower("${column}"), '${proseCharacters.frequent}', ''), null)`,
  )
  // Every search reads the pending entries, so they are limited to 64 kB.
  const options = 'with (fastupdate = on, gin_pending_list_limit = 64)'
  return {
    name,
    expression: `create index "${name}" on "${table}" using gin (${arrays.join(', ')}) ${options}`,
  }
}

// The rare characters of a value, as an array.
function rareOf(value: RawBuilder<unknown>, characters: Characters): RawBuilder<unknown> {
  const { frequent } = characters
  const text = lower(value, characters)
  return frequent === ''
    ? sql`string_to_array(${text}, null)`
    : sql`string_to_array(translate(${text}, ${sql.lit(frequent)}, ''), null)`
}

const lower = (value: RawBuilder<unknown>, characters: Characters) =>
  sql`lower(${collated(value, characters)})`

const collated = (value: RawBuilder<unknown>, { collation }: Characters) =>
  collation === undefined ? value : sql`${value} collate ${sql.id(collation)}`

/**
 * Returns the index of the rows in which a letter or digit follows a character that is not common in one of `columns`,
 * given as SQL.
 */
export function uncommonIndex(table: string, columns: string[]) {
  const name = uncommonName(table)
  const condition = columns.map((column) => `${column} ~* '${uncommon}'`).join(' or ')
  return { name, expression: `create index "${name}" on "${table}" ("id") where ${condition}` }
}

/** The name of the `uncommonIndex` of a table. */
export const uncommonName = (table: string): string => `${table}_uncommon`

/**
 * Returns whether the values that contain a text can be found by its own trigrams. As in `pg_trgm`, a word has two
 * spaces before it and one behind it, but not where the text begins or ends, because it may be part of a longer word
 * there.
 */
export function hasTrigram(text: string): boolean {
  return [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)].some(({ 0: word, index }) => {
    const before = index > 0 ? 2 : 0
    const behind = index + word.length < text.length ? 1 : 0
    return before + [...word].length + behind >= 3
  })
}
