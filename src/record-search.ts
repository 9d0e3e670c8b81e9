import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from './database/read.ts'
import { param, statement, tables } from './database/statement.ts'
import { hasTrigram, type TextSearch, titleContains } from './portfolio/list/title-search.ts'
import { containsPattern } from './record/contains-pattern.ts'
import { required } from './record/required.ts'
import { text } from './record/text.ts'
import { type CatalogEntry, recordCatalog } from './record-catalog.ts'

/** How many records of each collection the search returns at most. */
export const maxPerKind = 5

/** The query of the search over all records. */
export const RecordSearchQuery = z.object({ q: required(text(200)) })
export type RecordSearchQuery = z.output<typeof RecordSearchQuery>

/** A record that the search found. */
type FoundRecord = { record_type: string; id: number; title: string; platform: string | null }

/** The records of one collection that the search found. */
export type FoundRecords = { collection: string; records: FoundRecord[] }

/**
 * Returns the records whose title, name, slug or email contains `q`, regardless of case: at most five of each
 * collection, those whose title begins with `q` first, then the newest. One statement. Only admins find users.
 */
export async function searchRecords(
  read: Read,
  { q }: RecordSearchQuery,
  { isAdmin }: { isAdmin: boolean },
): Promise<FoundRecords[]> {
  const contains = containsPattern(q)
  const text: TextSearch = hasTrigram(q) ? {} : { without_trigram: true }
  const found = selectFound({ contains, begins: contains.slice(1), isAdmin, ...text })
  // Whether an index or the newest rows are the best way to the matches depends on how common the text is.
  const rows = await read({ ...found, unprepared: true })
  const collections = Map.groupBy(rows, ({ collection }) => collection)
  return [...collections].map(([collection, records]) => ({
    collection,
    records: records.slice(0, maxPerKind).map(({ collection: _, ...record }) => record),
  }))
}

type Values = TextSearch & { contains: string; begins: string; isAdmin: boolean }
type Row = FoundRecord & { collection: string }

const selectFound = statement(
  ({ isAdmin, without_trigram }: Values) => ({
    compile: () =>
      sql<Row>`select record_type, collection, id, title, platform from (${sql.join(
        [...recordCatalog]
          .filter(([, { search, adminOnly }]) => search.length > 0 && (isAdmin || !adminOnly))
          .flatMap(([type, entry], rank) => selectsOfKind(type, entry, rank, { without_trigram })),
        sql` union `,
      )}) as found order by rank, title ilike ${param('begins')} desc, id desc`.compile(tables()),
  }),
  ['isAdmin'],
)

// One SELECT for the records that begin with the text and one for all, so that each ends after five matches.
function selectsOfKind(
  type: string,
  { table, collection, title, search, titlesIndexed, hasPlatform, softDeleted }: CatalogEntry,
  rank: number,
  text: TextSearch,
) {
  const matches = (column: string, name: string, search: TextSearch) =>
    titlesIndexed ? titleContains(column, name, search) : sql`${sql.ref(column)} ilike ${param(name)}`
  const conditions = [
    // The first word of a title has two spaces before it, and so a trigram, however short it is.
    matches(title, 'begins', {}),
    sql.join(
      search.map((column) => matches(column, 'contains', text)),
      sql` or `,
    ),
  ]
  return conditions.map(
    (condition) => sql`(
      select ${sql.lit(type)} as record_type, ${sql.lit(collection)} as collection, id, ${sql.ref(title)} as title,
        ${hasPlatform ? sql.ref('platform') : sql`null`}::text as platform,
        ${sql.lit(rank)} as rank
      from ${sql.table(table)} where (${condition}) ${softDeleted ? sql`and deleted_at is null` : sql``}
      order by id desc limit ${sql.lit(maxPerKind)})`,
  )
}
