import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import {
  containsPair,
  containsRare,
  kindOfSearch,
  rareIndex,
  type TextSearch,
  uncommonIndex,
} from '../../record/text-search/text-search.ts'

/**
 * Returns the indexes that `titleContains` uses: one of the trigrams of titles, one of the titles themselves, ordered
 * by id, one of their rare characters, and one of the titles with uncommon characters.
 */
export function titleIndexes(table: string) {
  const definitions = {
    [`${table}_search`]: 'using gin (lower("title") gin_trgm_ops)',
    // For a text that the other indexes do not find, and for one that only old records contain. PostgreSQL reads this
    // index without the table, in an eighth of the time, but only because the index also has the `title` itself.
    [titlesIndex(table)]: '("id", lower("title")) include ("title")',
  }
  const indexes = Object.entries(definitions).map(([name, definition]) => ({
    name,
    expression: `create index "${name}" on "${table}" ${definition}`,
  }))
  return [...indexes, rareIndex(table, ['title']), uncommonIndex(table, ['lower("title")'])]
}

/** The name of the index with the titles of a table. */
export const titlesIndex = (table: string): string => `${table}_titles`

/**
 * Returns the condition that the title in `column` contains the text of a search, regardless of case. Only for tables
 * with `titleIndexes`: without them PostgreSQL has no statistics of titles in lower case.
 */
export function titleContains<Name extends string>(
  column: string,
  name: Name,
  query: TextSearch<Name>,
): RawBuilder<boolean> {
  const title = sql`lower(${sql.ref(column)})`
  const text = sql`lower(${param(name)})`
  const contains = sql<boolean>`${title} like ${text}`
  const kind = kindOfSearch(name, query)
  if (kind === 'trigrams') return contains
  if (kind === 'pair') return containsPair(contains, [title], name)
  if (kind === 'rare') return containsRare(contains, [sql.ref(column)], name)
  // The collation does not change the result, but an index is used only for its own collation: PostgreSQL would read
  // the entire index of trigrams and then check every row.
  return sql`${title} collate "C" like ${text}`
}
