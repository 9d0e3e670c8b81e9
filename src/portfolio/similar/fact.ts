import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { kinds } from '../kinds.ts'
import type { FactKind } from './column.ts'
import { jsonRows, type OpenSignal, openHere } from './open-here.ts'
import { inPlace, type PlaceValues, placeValues, type RecordPlace } from './place.ts'
import { type Beside, best, nothingBeside, placeInApp, type SimilarRecord } from './record.ts'
import { minScore, rootLength, scorer, searchText } from './score.ts'

// Ranked by the words in common with the title. Only the first of these are compared by their texts and names too.
const maxCompared = 8

// The records of each kind that are not compared, as a condition on `record`.
const leftOut = {
  signal: endedLongAgo(['resolved', 'dismissed'], 'resolved_at'),
  insight: sql`record.retracted_at is not null`,
  decision: endedLongAgo(['cancelled']),
  task: endedLongAgo(['done', 'cancelled'], 'done_at'),
}

type Found = {
  title_stems: string[]
  stored: (Omit<SimilarRecord, 'kind' | 'slug' | 'score'> & { stems: string; found: string | null })[]
  open_here: OpenSignal[]
}

/** Returns the stored records of a kind and place that state the same fact as a new one, and the open signals there. */
export async function besideFact(
  read: Read,
  kind: FactKind,
  input: { title: string; signal_type?: string },
  place: RecordPlace,
): Promise<Beside> {
  const { title, signal_type } = input
  const values = { title: searchText(title), signal_type, ...placeValues(place) }
  const [found] = await read(selects[kind](values))
  if (!found) return nothingBeside
  const { title_stems: titleStems, stored, open_here } = found
  const [, ...texts] = kinds[kind].search
  const text = texts.map((name) => (input as Record<string, unknown>)[name] ?? '').join(' ')
  const scoreOf = scorer({ title, text, titleStems })
  const compared = stored.map(({ stems, found, ...record }) => ({
    kind,
    slug: null,
    ...record,
    score: scoreOf({
      title: record.title,
      titleStems: stems.split(' '),
      foundStems: found?.split(' ') ?? [],
    }),
  }))
  return { similar: best(compared, minScore), open_here }
}

const selects = {
  signal: selectFacts('signal'),
  insight: selectFacts('insight'),
  decision: selectFacts('decision'),
  task: selectFacts('task'),
}

function selectFacts(kind: FactKind) {
  const { table, status } = kinds[kind]
  // Sorted before the join, so that PostgreSQL reads no more records than it needs.
  const stored = sql`
    select record.id, record.title, ${placeInApp} as place,
      ${status === null ? sql`null` : sql`record.${sql.ref(status)}`} as status,
      array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
      (select string_agg(stem, ' ') from sought where record.search @@ query) as found
    from (select * from ranked where rank > 0 order by rank desc, id desc) as closest
      join ${sql.table(table)} as record using (id)
    where not (${leftOut[kind]})
    order by rank desc, id desc limit ${sql.lit(maxCompared)}`
  return statement(
    `${table}.similar`,
    { product_id: 7, title: 'Scanner crashes', signal_type: 'problem' },
    (values: PlaceValues & { title: string; signal_type?: string | undefined }) => sql<Found>`
        with sought as materialized (
          select stem, (${root})::tsquery as query
          from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', ${param('title')}))) as stem
        ), ranked as materialized (
          select id, ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
          from (${inPlace(table, ['title_stems'], values)}) as record
        )
        select array(select stem from sought) as title_stems, ${jsonRows(stored)} as stored,
          ${openHere(values)}`,
  )
}

// Finds the words that begin like the column `stem`.
const root = sql`case when length(stem) < ${sql.lit(rootLength)} then stem
  else left(stem, ${sql.lit(rootLength)}) || ':*' end`

function endedLongAgo(ends: string[], endedAt = 'updated_at'): RawBuilder<boolean> {
  const ended = sql`record.status in (${sql.join(ends.map((status) => sql.lit(status)))})`
  return sql`${ended} and coalesce(record.${sql.ref(endedAt)}, record.updated_at) < now() - interval '180 days'`
}
