import { type RawBuilder, sql } from 'kysely'
import type { Person } from './access/person.ts'
import type { Read } from './database/read.ts'
import { all, param, statement, tables } from './database/statement.ts'
import { knownKeywords } from './portfolio/keyword-position/search.ts'
import { searchedTypes } from './portfolio/search/query.ts'
import type { Search } from './portfolio/search/search.ts'
import type { Prefix } from './record/rules/secret-format.ts'
import { containsPattern } from './record/text-search/contains-pattern.ts'
import { containsText, kindOfText, searchValues, type TextSearch } from './record/text-search/text-search.ts'
import { type CatalogEntry, recordCatalog } from './record-catalog.ts'

// How many of the newest matches of a collection are ranked: nearly every title may contain a common word.
const maxRanked = 1000

// Each word makes the statement longer.
const maxWords = 5

/** A record that the search found. */
export type FoundRecord = {
  id: number
  title: string
  platform: string | null
  day: string | null
  /** Where the text of a portfolio record matches: see `SearchResult`. */
  snippet: string | null
}

/** The records of one collection that the search found. */
export type FoundRecords = { collection: string; records: FoundRecord[] }

type Input = Pick<Search, 'all' | 'hasOperators'> & { q: string; limit: number }

/**
 * Returns the records outside the search of the portfolio whose searched columns contain the words of `q` in any
 * inflected form, or each of its first five words as a part of a word: those that begin with `q` first, then those that
 * contain it in one piece, then the newest. Only the 1,000 newest matches of a collection are ranked. One statement.
 */
export async function findOtherRecords(
  read: Read,
  { q, all: match, hasOperators, limit }: Input,
  { id, role }: Pick<Person, 'id' | 'role'>,
): Promise<FoundRecords[]> {
  // Each sequence of kinds of search has its own SQL, so the words are sorted by kind.
  const words = queryWords(q).toSorted((one, other) => kindOfText(one).localeCompare(kindOfText(other)))
  const texts = [...new Set([q, ...(hasOperators ? [] : words)])]
  const found = selectFound({
    isAdmin: role === 'admin',
    limit,
    texts: texts.length,
    hasOperators,
    person_id: id,
    tsquery: match.tsquery,
    begins: containsPattern(q).slice(1),
    ...Object.assign({}, ...texts.map((text, index) => searchValues(textName(index), text))),
  })
  // Whether an index or the newest rows are the best way to the matches depends on how common the text is.
  const rows = await read({ ...found, unprepared: true })
  const collections = Map.groupBy(rows, ({ collection }) => collection)
  return [...collections].map(([collection, records]) => ({
    collection,
    records: records.map(({ collection: _, ...record }) => ({ ...record, snippet: null })),
  }))
}

/** Returns the words of a query: what is between its white space, at most the first five. */
export function queryWords(q: string): string[] {
  return q.split(/\s+/).slice(0, maxWords)
}

// The first text is the query, the others are its words if there are several.
const textName = (index: number) => `text_${index}` as const

type TextName = ReturnType<typeof textName>
// `texts`: how many there are.
type Values = {
  isAdmin: boolean
  limit: number
  texts: number
  hasOperators: boolean
  person_id: number
  tsquery: string
  begins: string
} & TextSearch<TextName>
type Row = Omit<FoundRecord, 'snippet'> & { collection: string }

type SearchedKind = CatalogEntry & {
  /** The rows that the person may find. */
  visible: RawBuilder<unknown>
}

const bestFirst = sql`title ilike ${param('begins')} desc, content ilike ${param(textName(0))} desc, id desc`

const selectFound = statement(
  (values: Values) => ({
    compile: () =>
      sql<Row>`select collection, id, title, platform, day from (${sql.join(
        searchedKinds(values.isAdmin).map((kind, rank) => selectOfKind(kind, rank, values)),
        sql` union all `,
      )}) as found order by rank, ${bestFirst}`.compile(tables()),
  }),
  ['isAdmin', 'limit', 'texts', 'hasOperators'],
)

function searchedKinds(isAdmin: boolean): SearchedKind[] {
  const kinds = [...recordCatalog]
    .filter(([type, { collection }]) => collection !== null && !searchedTypes.includes(type))
    .filter(([, { adminOnly }]) => isAdmin || !adminOnly)
    .map(([, kind]) => ({ ...kind, visible: kind.softDeleted ? sql`deleted_at is null` : sql`true` }))
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

function selectOfKind(kind: SearchedKind, rank: number, values: Values) {
  const { table, collection, search, hasPlatform, day, visible } = kind
  return sql`(select * from (
      select ${sql.lit(collection)} as collection, id,
        coalesce(${columnsOf(search)}) as title,
        ${hasPlatform ? sql.ref('platform') : sql`null`}::text as platform,
        ${day ? sql.ref(day) : sql`null`}::text as day, ${contentOf(search)} as content, ${sql.lit(rank)} as rank
      from ${sql.table(table)} where ${visible} and ${matches(kind, values)}
      order by id desc limit ${sql.lit(maxRanked)}
    ) as newest order by ${bestFirst} limit ${sql.lit(values.limit)})`
}

function matches(kind: CatalogEntry, values: Values): RawBuilder<boolean> {
  if (kind.table === 'keyword_positions') return positionMatches(values)
  const hasWords = sql<boolean>`words @@ ${param('tsquery')}::tsquery`
  const contained = partNames(values).map((name) => containsPart(kind, name, values))
  return values.hasOperators ? hasWords : sql<boolean>`(${hasWords} or ${all(contained)})`
}

// Keywords repeat from day to day, so each keyword is compared once, which costs an import nothing.
function positionMatches(values: Values): RawBuilder<boolean> {
  const hasWords = sql<boolean>`search_words(keyword) @@ ${param('tsquery')}::tsquery`
  const contained = all(partNames(values).map((name) => sql`keyword like lower(${param(name)})`))
  return sql<boolean>`lower(keyword) in (
    with ${knownKeywords} select keyword from known
    where ${values.hasOperators ? hasWords : sql`(${hasWords} or ${contained})`})`
}

// A record that contains the query contains each of its words.
function partNames({ texts }: Values): TextName[] {
  const first = texts > 1 ? 1 : 0
  return Array.from({ length: texts - first }, (_, index) => textName(first + index))
}

function containsPart(
  { entity, search, shortTextsIndexed }: CatalogEntry,
  name: TextName,
  values: Values,
): RawBuilder<boolean> {
  const columns = search.map((column) => sql.ref(column))
  // PostgreSQL has statistics of single columns, so that it does not read every row for a common text.
  if (search.length === 1 || search.every((column) => hasTrigramIndex(entity, column)))
    return containsText(columns, name, shortTextsIndexed ? values : {})
  // Without an index, this takes half the time of ILIKE.
  return sql`lower(${contentOf(search)}) like lower(${param(name)})`
}

function hasTrigramIndex({ meta }: CatalogEntry['entity'], column: string): boolean {
  return meta.indexes.some(({ expression }) => String(expression).includes(`"${column}" gin_trgm_ops`))
}

// A word contains no line break, so it is not found across two columns.
const contentOf = (search: string[]) => sql`concat_ws(chr(10), ${columnsOf(search)})`

const columnsOf = (search: string[]) => sql.join(search.map((column) => sql.ref(column)))
