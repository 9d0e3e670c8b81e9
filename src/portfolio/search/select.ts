import { type RawBuilder, sql } from 'kysely'
import { all, param, statement } from '../../database/statement.ts'
import { apiName, type KindName, kinds } from '../kinds.ts'
import { productId } from '../list/filter.ts'
import { slugExpressions } from '../place/slugs.ts'
import { isCurrent } from '../retraction/retraction.ts'
import { isTrusted } from '../trust.ts'
import type { Match } from './match.ts'
import { namedKinds, type SearchQuery, type SearchResult } from './query.ts'
import { matches, type Shape, score } from './ranking.ts'
import { matchEnd, matchStart } from './snippet.ts'
import type { ParsedSearch } from './terms.ts'

// Limits of one kind, since ranking reads the words of each match. Up to this many matches are all ranked.
const maxMatches = 1000
// If there are more matches, those among the newest records are ranked as well.
const newestRecords = 5000
// The number of characters of a record that are searched for its snippet.
const maxCharacters = 5000

/** The search as parameters of its statement. */
export type SelectValues = Omit<SearchQuery, 'q'> &
  Partial<Pick<ParsedSearch, 'contains' | 'begins' | 'exact'>> & {
    match?: Match
    relaxed?: boolean
    /** Returns up to `limit` records of each kind. */
    ofEachKind?: boolean
  }
type FoundRow = Omit<SearchResult, 'snippet' | 'trusted'> & {
  trusted: boolean | null
  platform: string | null
  created_at: string
  text: string
  marked: string
  title_length: number
}

/** Selects the found records, best match first, or the newest records if there is no match to look for. */
export function selectFound({ match, ...values }: SelectValues) {
  const placed = Object.fromEntries(
    (match?.placed ?? []).flatMap(({ products, apps, tsquery, named }, index) => [
      [`placed_${index}_products`, products],
      [`placed_${index}_apps`, apps],
      [`placed_${index}_tsquery`, tsquery],
      [`placed_${index}_named`, named],
    ]),
  )
  const { excluded } = match ?? {}
  const hasExcluded = excluded !== undefined && excluded.products.length + excluded.apps.length > 0
  return select({
    ...values,
    ...placed,
    ...(match && {
      tsquery: match.tsquery,
      wanted: match.wanted,
      any: match.wanted.map((tsquery) => `(${tsquery})`).join(' | '),
      placed: match.placed.map(({ tsquery }) => tsquery === null).join(),
      placedCount: match.placed.length,
    }),
    ...(hasExcluded && { excluded_products: excluded.products, excluded_apps: excluded.apps }),
  })
}

type Values = Omit<SelectValues, 'match'> &
  Shape & { tsquery?: string; wanted?: string[]; any?: string; excluded_apps?: number[] }

const select = statement(
  'search.portfolio',
  {
    kinds: 'signal,task',
    limit: 10,
    product_slug: 'qr-scanner',
    tsquery: "'scanner'",
    wanted: ["'scanner'"],
    any: "('scanner')",
    placed: '',
    placedCount: 0,
  },
  (values: Values) => {
    const searched = namedKinds(values.kinds)
    const found = searched.map((kind) => selectMatches(kind, values))
    const records = searched.map(selectRecord)
    const limit = values.ofEachKind ? sql`` : sql`limit ${sql.lit(values.limit)}`
    return sql<FoundRow>`
        select found.kind, found.id, record.slug, record.title, record.product_slug, record.status, record.trusted,
          record.platform, found.created_at,
          round(found.score::numeric, 3)::float8 as score, record.text, length(record.title) as title_length,
          ${values.tsquery === undefined ? sql`record.text` : marked} as marked
        from (
          select * from (${sql.join(found, sql` union all `)}) as found
          order by score desc, created_at desc, kind, id desc ${limit}
        ) as found
        cross join lateral (${sql.join(records, sql` union all `)}) as record
        order by found.score desc, found.created_at desc, found.kind, found.id desc`
  },
  ['kinds', 'limit', 'placed', 'placedCount', 'relaxed', 'ofEachKind'],
)

const marked = sql`ts_headline('russian', search_text(record.text), ${param('any')}::tsquery,
  ${sql.lit(`HighlightAll=true, StartSel=${matchStart}, StopSel=${matchEnd}`)})`

// The best matches of one kind. The planner cannot tell whether the index or the newest records lead to them sooner, so
// a limited number of matches is read from the index, and the newest records are read only if there are more matches.
function selectMatches(kind: KindName, values: Values): RawBuilder<unknown> {
  const { table, names, places, canRetract } = kinds[kind]
  const kindColumn = sql`${sql.lit(apiName(kind))} as kind`
  const columns = sql.join(
    ['id', 'created_at', 'search', ...names, ...places].map((name) => sql`record.${sql.ref(name)}`),
  )
  const ofProduct =
    values.product_slug !== undefined &&
    sql`record.${sql.ref(kind === 'product' ? 'id' : 'product_id')} = ${productId}`
  const from = sql`from ${sql.table(table)} as record where ${all([ofProduct, canRetract && isCurrent])}`
  if (values.tsquery === undefined)
    return sql`(select ${kindColumn}, record.id, record.created_at, 0::float8 as score ${from}
      order by record.id desc limit ${sql.lit(values.limit)})`
  const isMatch = matches(kinds[kind], values)
  return sql`(
    with matches as materialized (
      select ${columns} ${from} and ${isMatch} limit ${sql.lit(maxMatches)}
    ), newest as materialized (
      select * from (select ${columns} ${from} order by record.id desc limit ${sql.lit(newestRecords)}) as record
      where (select count(*) from matches) = ${sql.lit(maxMatches)} and ${isMatch} limit ${sql.lit(maxMatches)}
    )
    select ${kindColumn}, record.id, record.created_at, (${score(kinds[kind], values)})::float8 as score
    from (
      select * from newest union all select * from matches where id not in (select id from newest)
    ) as record
    order by score desc, record.id desc limit ${sql.lit(values.limit)})`
}

// One found record, for its result.
function selectRecord(kind: KindName): RawBuilder<unknown> {
  const { table, hasSlug, status } = kinds[kind]
  const [title = '', ...texts] = (kinds[kind].search ?? []).map((name) => sql`record.${sql.ref(name)}`)
  return sql`
    select ${hasSlug ? sql`record.slug` : sql`null`} as slug, ${title} as title,
      ${kind === 'product' ? sql`record.slug` : slugExpressions.product_slug} as product_slug,
      ${status === null ? sql`null` : sql`record.${sql.ref(status)}`} as status,
      ${kind === 'app' ? sql`record.platform` : sql`null`} as platform,
      ${kind === 'canon_rule' ? isTrusted : sql`null::boolean`} as trusted,
      left(concat_ws(chr(10), ${sql.join([title, ...texts])}), ${sql.lit(maxCharacters)}) as text
    from ${sql.table(table)} as record
    where found.kind = ${sql.lit(apiName(kind))} and record.id = found.id`
}
