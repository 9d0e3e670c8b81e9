import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Person } from './access/person.ts'
import type { Prefix } from './access/secret.ts'
import type { Read } from './database/read.ts'
import { param, statement, tables } from './database/statement.ts'
import { hasTrigram, titleContains } from './portfolio/list/title-search.ts'
import { containsPattern } from './record/contains-pattern.ts'
import { required } from './record/required.ts'
import { text } from './record/text.ts'
import { type CatalogEntry, recordCatalog } from './record-catalog.ts'

/** How many records of each collection the search returns at most. */
export const maxPerKind = 5

// Each word makes the statement longer.
const maxWords = 5

/** The query of the search over all records. */
export const RecordSearchQuery = z.object({ q: required(text(200)) })
export type RecordSearchQuery = z.output<typeof RecordSearchQuery>

/** A record that the search found. */
type FoundRecord = { id: number; title: string; platform: string | null; day: string | null }

/** The records of one collection that the search found. */
export type FoundRecords = { collection: string; records: FoundRecord[] }

/**
 * Returns the records whose searched columns contain each of the first five words of `q`, regardless of case: at most five of each
 * collection, those that begin with `q` first, then those that contain it in one piece, then the newest. One statement.
 * Only admins find what only they may see; others find their own API tokens.
 */
export async function searchRecords(
  read: Read,
  { q }: RecordSearchQuery,
  { id, role }: Pick<Person, 'id' | 'role'>,
): Promise<FoundRecords[]> {
  // Each order of texts with and without a trigram is another statement, so the words are sorted by it.
  const words = wordsOf(q).toSorted((one, other) => Number(hasTrigram(other)) - Number(hasTrigram(one)))
  const texts = [...new Set([q, ...words])]
  const found = selectFound({
    isAdmin: role === 'admin',
    trigrams: texts.map(hasTrigram),
    person_id: id,
    begins: containsPattern(q).slice(1),
    ...Object.fromEntries(texts.map((text, index) => [textName(index), containsPattern(text)])),
  })
  // Whether an index or the newest rows are the best way to the matches depends on how common the text is.
  const rows = await read({ ...found, unprepared: true })
  const collections = Map.groupBy(rows, ({ collection }) => collection)
  return [...collections].map(([collection, records]) => ({
    collection,
    records: records.slice(0, maxPerKind).map(({ collection: _, ...record }) => record),
  }))
}

/** Returns the words of a query: what is between its white space, at most the first five. */
export function wordsOf(q: string): string[] {
  return q.split(/\s+/).slice(0, maxWords)
}

// The first text is the query, the others are its words if there are several.
const textName = (index: number) => `text_${index}`

// `trigrams`: whether each text has a trigram.
type Values = { isAdmin: boolean; trigrams: boolean[]; person_id: number; begins: string }
type Row = FoundRecord & { collection: string }

type SearchedKind = CatalogEntry & {
  /** The rows that the person may find. */
  visible: RawBuilder<unknown>
}

const selectFound = statement(
  ({ isAdmin, trigrams }: Values) => ({
    compile: () =>
      sql<Row>`select collection, id, title, platform, day from (${sql.join(
        searchedKinds(isAdmin).map((kind, rank) => selectOfKind(kind, rank, trigrams)),
        sql` union all `,
      )}) as found
      order by rank, title ilike ${param('begins')} desc, content ilike ${param(textName(0))} desc, id desc`.compile(
        tables(),
      ),
  }),
  ['isAdmin', 'trigrams'],
)

function searchedKinds(isAdmin: boolean): SearchedKind[] {
  const kinds = [...recordCatalog.values()]
    .filter(({ collection, adminOnly }) => collection !== null && (isAdmin || !adminOnly))
    .map((kind) => ({ ...kind, visible: kind.softDeleted ? sql`deleted_at is null` : sql`true` }))
  return [...kinds, ...tokenKinds(recordCatalog.get('token') as CatalogEntry, isAdmin)]
}

function tokenKinds(tokens: CatalogEntry, isAdmin: boolean): SearchedKind[] {
  const withPrefix = (prefix: Prefix) => sql`prefix = ${sql.lit(prefix)}`
  const own = sql`${withPrefix('ops')} and user_id = ${param('person_id')}`
  if (!isAdmin) return [{ ...tokens, collection: 'api-token', visible: own }]
  return [
    { ...tokens, collection: 'api-token', visible: withPrefix('ops') },
    { ...tokens, collection: 'api-agent-tokens', visible: withPrefix('pft') },
    { ...tokens, collection: 'api-keys', visible: withPrefix('llm') },
  ]
}

// A record that begins with the text, or contains it in one piece, contains its words too. So these records are selected
// only if five records contain the words. Each SELECT ends after five matches.
function selectOfKind(kind: SearchedKind, rank: number, trigrams: boolean[]) {
  const { contains, begins } = conditionsOf(kind)
  const texts = trigrams.map((trigram, index) => contains(textName(index), trigram))
  const [inOnePiece, words] = texts.length > 1 ? [texts.slice(0, 1), texts.slice(1)] : [[], texts]
  const newest = selectRows(kind, rank, sql.join(words, sql` and `))
  const hasMore = sql`(select count(*) from newest) = ${sql.lit(maxPerKind)}`
  return sql`(with newest as materialized (${newest}) select * from newest union ${sql.join(
    [begins, ...inOnePiece].map(
      (condition) => sql`(${selectRows(kind, rank, sql`${hasMore} and ${condition}`)})`,
    ),
    sql` union `,
  )})`
}

function conditionsOf({ entity, search, titlesIndexed }: CatalogEntry) {
  const title = search[0] as string
  if (titlesIndexed)
    return {
      contains: (name: string, trigram: boolean) =>
        titleContains(title, name, trigram ? {} : { without_trigram: true }),
      // The first word of a title has two spaces before it, and so a trigram, however short it is.
      begins: titleContains(title, 'begins', {}),
    }
  const matches = (column: string, name: string) => sql`${sql.ref(column)} ilike ${param(name)}`
  // PostgreSQL has statistics of single columns, so that it does not read every row for a common text.
  if (search.length === 1 || search.every((column) => hasTrigramIndex(entity, column)))
    return {
      contains: (name: string) =>
        sql`(${sql.join(
          search.map((column) => matches(column, name)),
          sql` or `,
        )})`,
      begins: matches(title, 'begins'),
    }
  // Without an index, this takes half the time of ILIKE.
  const matchesLower = (name: string) => sql`lower(${contentOf(search)}) like lower(${param(name)})`
  return { contains: matchesLower, begins: matchesLower('begins') }
}

function hasTrigramIndex({ meta }: CatalogEntry['entity'], column: string): boolean {
  return meta.indexes.some(({ expression }) => String(expression).includes(`"${column}" gin_trgm_ops`))
}

// A word contains no line break, so it is not found across two columns.
const contentOf = (search: string[]) => sql`concat_ws(chr(10), ${columnsOf(search)})`

const columnsOf = (search: string[]) => sql.join(search.map((column) => sql.ref(column)))

function selectRows(kind: SearchedKind, rank: number, condition: RawBuilder<unknown>) {
  const { table, collection, search, hasPlatform, day, visible } = kind
  return sql`select ${sql.lit(collection)} as collection, id,
      coalesce(${columnsOf(search)}) as title,
      ${hasPlatform ? sql.ref('platform') : sql`null`}::text as platform,
      ${day ? sql.ref(day) : sql`null`}::text as day, ${contentOf(search)} as content, ${sql.lit(rank)} as rank
    from ${sql.table(table)} where ${visible} and ${condition}
    order by id desc limit ${sql.lit(maxPerKind)}`
}
