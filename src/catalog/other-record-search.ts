import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../access/person.ts'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import { knownKeywords } from '../portfolio/keyword-position/read.ts'
import { searchedTypes } from '../portfolio/search/query.ts'
import type { Search } from '../portfolio/search/search.ts'
import { containsPattern } from '../record/text-search.ts'
import type { Prefix } from '../record/token-format.ts'
import { type CatalogEntry, recordCatalog } from './record-catalog.ts'

// How many of the newest matches of a kind are ranked: nearly every title may contain a common word.
const maxRanked = 1000

// Each word makes the statement longer.
const maxWords = 5

/** A record that the search found. */
export type FoundRecord = {
  id: number
  title: string
  platform: string | null
  day: string | null
  /** Only for a portfolio record that is not a product: the name of its product. */
  place?: string | null
  /** Only for a portfolio record. */
  created_at?: string
  /** Where the text of a portfolio record matches: see `SearchResult`. */
  snippet: string | null
  /** Only for a portfolio record, if its kind has a status. */
  status?: string | null
  /** Only for a canon rule: whether it is active and an admin created or approved it. */
  trusted?: boolean | undefined
}

/** The records of one kind that the search found. The kind of tokens is their prefix. */
export type FoundRecords = { kind: string; records: FoundRecord[] }

type Input = Pick<Search, 'all' | 'hasOperators'> & { q: string; limit: number }

/**
 * Returns the records outside the search of the portfolio whose searched columns contain the words of `q` in any
 * inflected form, or each of its first five words as a part of a word: those that begin with `q` first, then those that
 * contain it in one piece, then the newest. Only the 1,000 newest matches of a kind are ranked. One statement.
 */
export async function findOtherRecords(
  read: Read,
  { q, all: match, hasOperators, limit }: Input,
  { id, role }: Pick<Person, 'id' | 'role'>,
): Promise<FoundRecords[]> {
  const texts = [...new Set([q, ...(hasOperators ? [] : queryWords(q))])]
  const found = selectFound({
    isAdmin: role === 'admin',
    limit,
    texts: texts.length,
    hasOperators,
    person_id: id,
    tsquery: match.tsquery,
    begins: containsPattern(q).slice(1),
    ...Object.fromEntries(texts.map((text, index) => [textName(index), containsPattern(text)])),
  })
  // Whether an index or the newest rows are the best way to the matches depends on how common the text is.
  const rows = await read({ ...found, unprepared: true })
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, records]) => ({
    kind,
    records: records.map(({ kind: _, ...record }) => ({ ...record, snippet: null })),
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
} & { [name in TextName]?: string }
type Row = Pick<FoundRecord, 'id' | 'title' | 'platform' | 'day'> & { kind: string }

type SearchedKind = CatalogEntry & {
  kind: string
  /** The rows that the person may find. */
  visible: RawBuilder<unknown>
}

const bestFirst = sql`title ilike ${param('begins')} desc, content ilike ${param(textName(0))} desc, id desc`

const selectFound = statement(
  'search.other_records',
  {
    isAdmin: true,
    limit: 5,
    texts: 2,
    hasOperators: false,
    person_id: 1,
    tsquery: "'scanner'",
    begins: 'scanner%',
    text_0: '%scanner%',
    text_1: '%scanner%',
  },
  (values: Values) =>
    sql<Row>`select kind, id, title, platform, day from (${sql.join(
      searchedKinds(values.isAdmin).map((kind, rank) => selectOfKind(kind, rank, values)),
      sql` union all `,
    )}) as found order by rank, ${bestFirst}`,
  ['isAdmin', 'limit', 'texts', 'hasOperators'],
)

function searchedKinds(isAdmin: boolean): SearchedKind[] {
  const kinds = [...recordCatalog]
    .filter(([type]) => type !== 'token' && !searchedTypes.includes(type))
    .filter(([, { adminOnly, search }]) => search.length > 0 && (isAdmin || !adminOnly))
    .map(([kind, entry]) => ({
      ...entry,
      kind,
      visible: entry.softDeleted ? sql`deleted_at is null` : sql`true`,
    }))
  return [...kinds, ...tokenKinds(recordCatalog.get('token') as CatalogEntry, isAdmin)]
}

/** The prefixes of tokens, in the order in which the search returns them. */
export const tokenPrefixes = ['ops', 'pft', 'llm'] as const satisfies Prefix[]

function tokenKinds(tokens: CatalogEntry, isAdmin: boolean): SearchedKind[] {
  const withPrefix = (prefix: Prefix) => sql`prefix = ${sql.lit(prefix)}`
  const own = sql`${withPrefix('ops')} and user_id = ${param('person_id')}`
  if (!isAdmin) return [{ ...tokens, kind: 'ops', visible: own }]
  return tokenPrefixes.map((kind) => ({ ...tokens, kind, visible: withPrefix(kind) }))
}

function selectOfKind(searched: SearchedKind, rank: number, values: Values) {
  const { kind, table, title, search, hasPlatform, day, visible } = searched
  return sql`(select * from (
      select ${sql.lit(kind)} as kind, id,
        coalesce(${titlesOf(search, title)}) as title,
        ${hasPlatform ? sql.ref('platform') : sql`null`}::text as platform,
        ${day ? sql.ref(day) : sql`null`}::text as day, ${contentOf(search)} as content, ${sql.lit(rank)} as rank
      from ${sql.table(table)} where ${visible} and ${matches(searched, values)}
      order by id desc limit ${sql.lit(maxRanked)}
    ) as newest order by ${bestFirst} limit ${sql.lit(values.limit)})`
}

// A record that is found because it lacks a word may have none of the searched texts.
function titlesOf(search: string[], title: string): RawBuilder<unknown> {
  const texts = columnsOf(search)
  return search.includes(title) ? texts : sql`${texts}, ${sql.ref(title)}::text`
}

function matches(kind: CatalogEntry, values: Values): RawBuilder<boolean> {
  if (kind.table === 'keyword_positions') return positionMatches(values)
  const hasWords = sql<boolean>`words @@ ${param('tsquery')}::tsquery`
  const contained = partNames(values).map((name) => containsPart(kind, name))
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

function containsPart({ search }: CatalogEntry, name: TextName): RawBuilder<boolean> {
  const contained = search.map((column) => sql`${sql.ref(column)} ilike ${param(name)}`)
  return sql`(${sql.join(contained, sql` or `)})`
}

// A word contains no line break, so it is not found across two columns.
const contentOf = (search: string[]) => sql`concat_ws(chr(10), ${columnsOf(search)})`

const columnsOf = (search: string[]) => sql.join(search.map((column) => sql.ref(column)))
