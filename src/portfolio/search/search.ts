import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { statement, tables } from '../../database/statement.ts'
import { type KindName, kinds } from '../kinds.ts'
import { productId, slugWarnings } from '../list/filter.ts'
import { listMeta } from '../list/paging.ts'
import { slugExpressions } from '../place/slugs.ts'
import { apiName, namedKinds, type SearchQuery, type SearchResult } from './query.ts'
import { matchEnd, matchStart, snippetOf } from './snippet.ts'
import { nameContains, nameScore, parseWords, selectTsquery, tsquery, type Words } from './words.ts'

// Limits of one kind, since ranking reads the words of each match. Up to this many matches are all ranked.
const maxMatches = 1000
// If there are more matches, those among the newest records are ranked as well.
const newestRecords = 5000
// The number of characters of a record that are searched for its snippet.
const maxCharacters = 5000

/**
 * Searches all portfolio records by words, best match first, in two statements. Without `q` it returns the newest
 * records. An unknown product adds a warning.
 */
export async function searchPortfolio(
  read: Read,
  query: Omit<SearchQuery, 'q'> & { q?: string | undefined },
) {
  const { q, limit } = query
  const words = q === undefined ? undefined : parseWords(q)
  const [{ tsquery: tsqueryText } = {}] = words === undefined ? [] : await read(selectTsquery(words))
  const rows = tsqueryText === '' ? [] : await findRecords(read, { ...query, ...words, tsquery: tsqueryText })
  const results = rows.map(
    ({ text, marked, title_length, ...found }): SearchResult => ({
      ...found,
      snippet: snippetOf({ text, marked, titleLength: title_length, last: words?.last ?? null }),
    }),
  )
  const page = { limit, offset: 0, with_total: false }
  const total = results.length < limit ? results.length : null
  const warnings = results.length > 0 ? [] : await slugWarnings(read, query, results)
  return { results, meta: listMeta(page, results.length, total), warnings }
}

type Values = Omit<SearchQuery, 'q'> & Partial<Words> & { tsquery?: string | undefined }
type Row = Omit<SearchResult, 'snippet'> & { text: string; marked: string; title_length: number }

function findRecords(read: Read, values: Values): Promise<Row[]> {
  // Whether the index or the newest records are the best way to the matches depends on how common the words are.
  return read({ ...selectFound(values), unprepared: true })
}

const selectFound = statement(
  (values: Values) => ({
    compile: () => {
      const searched = namedKinds(values.kinds)
      const found = searched.map((kind) => selectMatches(kind, values))
      const records = searched.map(selectRecord)
      return sql<Row>`
        select found.kind, found.id, record.slug, record.title, record.product_slug, record.status,
          round(found.score::numeric, 3)::float8 as score, record.text, length(record.title) as title_length,
          ${values.tsquery === undefined ? sql`record.text` : marked} as marked
        from (
          select * from (${sql.join(found, sql` union all `)}) as found
          order by score desc, created_at desc, kind, id desc limit ${sql.lit(values.limit)}
        ) as found
        cross join lateral (${sql.join(records, sql` union all `)}) as record
        order by found.score desc, found.created_at desc, found.kind, found.id desc`.compile(tables())
    },
  }),
  ['kinds', 'limit'],
)

const marked = sql`ts_headline('russian', search_text(record.text), ${tsquery},
  ${sql.lit(`HighlightAll=true, StartSel=${matchStart}, StopSel=${matchEnd}`)})`

// The best matches of one kind. The planner cannot tell whether the index or the newest records lead to them sooner, so
// a limited number of matches is read from the index, and the newest records are read only if there are more matches.
function selectMatches(kind: KindName, { tsquery: tsqueryText, product_slug, limit }: Values) {
  const { table, hasSlug } = kinds[kind]
  const [title = ''] = kinds[kind].search ?? []
  const names = hasSlug ? [sql`record.slug`, sql`record.${sql.ref(title)}`] : []
  const kindColumn = sql`${sql.lit(apiName(kind))} as kind`
  const columns = sql.join([sql`record.id`, sql`record.created_at`, sql`record.search`, ...names])
  const ofProduct =
    product_slug === undefined
      ? sql`true`
      : sql`record.${sql.ref(kind === 'product' ? 'id' : 'product_id')} = ${productId}`
  const from = sql`from ${sql.table(table)} as record where ${ofProduct}`
  if (tsqueryText === undefined)
    return sql`(select ${kindColumn}, record.id, record.created_at, 0::float8 as score ${from}
      order by record.id desc limit ${sql.lit(limit)})`
  const matches = sql`(${sql.join([sql`record.search @@ ${tsquery}`, ...names.map(nameContains)], sql` or `)})`
  // A match in the title counts more than any number of matches elsewhere.
  const wordScore = sql`((record.search @@ ${tsquery})::int * (ts_filter(record.search, '{a}') @@ ${tsquery})::int
    + least(ts_rank(record.search, ${tsquery}), 1)) / 2`
  return sql`(
    with matches as materialized (
      select ${columns} ${from} and ${matches} limit ${sql.lit(maxMatches)}
    ), newest as materialized (
      select * from (select ${columns} ${from} order by record.id desc limit ${sql.lit(newestRecords)}) as record
      where (select count(*) from matches) = ${sql.lit(maxMatches)} and ${matches} limit ${sql.lit(maxMatches)}
    )
    select ${kindColumn}, record.id, record.created_at,
      (${sql`greatest(${sql.join([wordScore, ...names.map(nameScore)])})`})::float8 as score
    from (
      select * from newest union all select * from matches where id not in (select id from newest)
    ) as record
    order by score desc, record.id desc limit ${sql.lit(limit)})`
}

// One found record, for its result.
function selectRecord(kind: KindName) {
  const { table, hasSlug, status } = kinds[kind]
  const [title = '', ...texts] = (kinds[kind].search ?? []).map((name) => sql`record.${sql.ref(name)}`)
  return sql`
    select ${hasSlug ? sql`record.slug` : sql`null`} as slug, ${title} as title,
      ${kind === 'product' ? sql`record.slug` : slugExpressions.product_slug} as product_slug,
      ${status === null ? sql`null` : sql`record.${sql.ref(status)}`} as status,
      left(concat_ws(chr(10), ${sql.join([title, ...texts])}), ${sql.lit(maxCharacters)}) as text
    from ${sql.table(table)} as record
    where found.kind = ${sql.lit(apiName(kind))} and record.id = found.id`
}
