import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'

/** Returns the indexes that `titleContains` uses: one of the trigrams of titles, and one of the titles themselves, ordered by id. */
export function titleIndexes(table: string) {
  const definitions = {
    [`${table}_search`]: 'using gin (lower("title") gin_trgm_ops)',
    // For a text without a trigram, and for one that only old records contain. PostgreSQL reads this index without the table,
    // in an eighth of the time, but only because the index also has the `title` itself.
    [titlesIndex(table)]: '("id", lower("title")) include ("title")',
  }
  return Object.entries(definitions).map(([name, definition]) => ({
    name,
    expression: `create index "${name}" on "${table}" ${definition}`,
  }))
}

/** The name of the index with the titles of a table. */
export const titlesIndex = (table: string): string => `${table}_titles`

/** A search for a text. `without_trigram` is set if the text has no trigram (`hasTrigram`), which requires other SQL. */
export type TextSearch = { without_trigram?: true | undefined }

/**
 * Returns the condition that the title in `column` matches the LIKE pattern in the parameter `name`, regardless of case. Only
 * for tables with `titleIndexes`: without them PostgreSQL has no statistics of titles in lower case.
 */
export function titleContains(
  column: string,
  name: string,
  { without_trigram }: TextSearch,
): RawBuilder<boolean> {
  // The collation does not change the result, but an index is used only for its own collation. For a text without a
  // trigram, PostgreSQL would read the entire index of trigrams and then check every row.
  const collation = without_trigram ? sql` collate "C"` : sql``
  return sql`lower(${sql.ref(column)})${collation} like lower(${param(name)})`
}

/**
 * Returns whether the values that contain a text can be found by trigrams. As in `pg_trgm`, a word has two spaces before it
 * and one behind it, but not where the text begins or ends, because it may be part of a longer word there.
 */
export function hasTrigram(text: string): boolean {
  return [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)].some(({ 0: word, index }) => {
    const before = index > 0 ? 2 : 0
    const behind = index + word.length < text.length ? 1 : 0
    return before + [...word].length + behind >= 3
  })
}
