import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { containsPattern } from '../../record/text-search.ts'

/** The highest number of keywords that a search compares one by one. */
export const maxKeywords = 1000

/**
 * A CTE with each keyword of the positions, in lower case. Jumps from each keyword to the next in the index, so its
 * cost depends on the number of keywords, not of positions.
 */
export const knownKeywords = sql`recursive known as (
    (select lower(keyword) as keyword from keyword_positions order by lower(keyword) limit 1)
    union all
    select (select lower(keyword) from keyword_positions where lower(keyword) > known.keyword order by lower(keyword) limit 1)
    from known where known.keyword is not null
  )`

const selectContaining = statement(
  'keyword_positions.search',
  { search: '%qr%' },
  () => sql<{ keyword: string }>`with ${knownKeywords}
      select keyword from known where keyword like lower(${param('search')})
      limit ${sql.lit(maxKeywords + 1)}`,
)

/** Returns the keywords, in lower case, that contain a text: one more than `maxKeywords` if there are more. */
export async function keywordsContaining(read: Read, search: string): Promise<string[]> {
  const rows = await read(selectContaining({ search: containsPattern(search) }))
  return rows.map(({ keyword }) => keyword)
}
