import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { kinds } from '../kinds.ts'
import type { FactKind } from './column.ts'
import { proposedField, proposedInPlace, proposedRecords } from './proposal.ts'
import {
  type Beside,
  best,
  inPlace,
  jsonRows,
  nothingBeside,
  type OpenSignal,
  openHere,
  type PlaceValues,
  placeInApp,
  placeValues,
  type RecordPlace,
  type SimilarRecord,
} from './record.ts'
import { minScore, rootLength, scorer, searchText } from './score.ts'

// However many records a place holds, at most these are ranked. An index leads to each: its newest records, the newest
// with a word of the title in theirs, and if none of those has all words, the newest with all of them in their texts.
const maxNewest = 100
const maxTitled = 100
const maxInTexts = 50
// Only the best of these are compared word by word.
const maxCompared = 12
// The characters of a new record in which the words of stored titles are looked for.
const maxTextLength = 1000

// The records of each kind that are not compared, as a condition on `record`.
const leftOut = {
  signal: endedLongAgo(['resolved', 'dismissed'], 'resolved_at'),
  insight: sql`record.retracted_at is not null`,
  decision: endedLongAgo(['cancelled']),
  task: endedLongAgo(['done', 'cancelled'], 'done_at'),
}

type FactValues = PlaceValues & { title: string; text: string; signal_type?: string | undefined }

type Compared = Omit<SimilarRecord, 'slug' | 'score'> & { stems: string; found: string | null }

type Found = {
  title_stems: string[]
  stored: Compared[]
  proposed: Compared[]
  open_here: OpenSignal[]
}

/**
 * Returns the stored records of a kind and place that state the same fact as a new one, the proposals that would store one,
 * and the open signals there.
 */
export async function besideFact(
  read: Read,
  kind: FactKind,
  input: { title: string; signal_type?: string },
  place: RecordPlace,
): Promise<Beside> {
  const { title, signal_type } = input
  const [, ...texts] = kinds[kind].search
  const text = texts.map((name) => (input as Record<string, unknown>)[name] ?? '').join(' ')
  const [found] = await read(
    selects[kind]({
      title: searchText(title),
      text: searchText(`${title} ${text}`.slice(0, maxTextLength)),
      signal_type,
      ...placeValues(place),
    }),
  )
  if (!found) return nothingBeside
  const { title_stems: titleStems, stored, proposed, open_here } = found
  const scoreOf = scorer({ title, text, titleStems })
  const compared = [...stored, ...proposed].map(({ stems, found, ...record }) => ({
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
  const ofProduct = sql`record.product_id = ${param('product_id')}`
  const columns = sql`record.id, record.search, record.title_stems`
  const current = sql`from ${sql.table(table)} as record where not (${leftOut[kind]})`
  const stored = sql`
    select ${sql.lit(kind)} as kind, record.id, record.title, ${placeInApp} as place,
      ${status === null ? sql`null` : sql`record.${sql.ref(status)}`} as status,
      ${stemsIn(sql`record.title_stems`)} as stems, ${soughtIn(sql`record.search`)} as found
    from (
      select id, ts_rank('{0, 0, 0.9, 1}', search, any_word)
        + 1 - length(ts_delete(title_stems, text_stems))::float4 / greatest(length(title_stems), 1) as rank
      from (select * from candidates union all select * from in_texts) as candidate, words
      order by rank desc, id desc limit ${sql.lit(maxCompared)}
    ) as best join ${sql.table(table)} as record using (id)
    order by rank desc, id desc`
  const proposedText = sql.join(
    kinds[kind].search.filter((name) => name !== kinds[kind].title).map(proposedField),
  )
  const proposed = (place: PlaceValues) => sql`
    select 'proposal' as kind, record.id, record.title, ${placeInApp} as place, 'proposed' as status,
      ${stemsIn(sql`search_stems(record.title)`)} as stems, ${soughtIn(sql`search`)} as found
    from (${proposedRecords(kind)}) as record
      cross join lateral (select to_tsvector('pg_catalog.russian',
        search_text(left(concat_ws(' ', record.title, ${proposedText}), ${sql.lit(maxTextLength)}))) as search) as text
    where ${proposedInPlace(place)} and search @@ (select any_word from words)`
  return statement(
    `${table}.similar`,
    { product_id: 7, title: 'Scanner crashes', text: 'Scanner crashes', signal_type: 'problem' },
    (values: FactValues) => {
      const place = inPlace(table, ['title_stems'], values)
      return sql<Found>`
        with sought as materialized (
          select stem, (${root})::tsquery as query
          from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', ${param('title')}))) as stem
        ), words as materialized (
          select string_agg(query::text, '|')::tsquery as any_word,
            (string_agg(stem, '&') filter (where stem !~ '^[0-9]+$'))::tsquery as all_words,
            tsvector_to_array(to_tsvector('pg_catalog.russian', ${param('text')})) as text_stems
          from sought
        ), newest as materialized (
          select id from (${place}) as record order by id desc limit ${sql.lit(maxNewest)}
        ), titled as materialized (
          select id from (${place}) as record
          where title_stems @@ (select any_word from words) order by id desc limit ${sql.lit(maxTitled)}
        ), candidates as materialized (
          select ${columns} ${current} and id in (select id from newest union select id from titled)
        ), in_texts as materialized (
          select ${columns} ${current} and ${'product_id' in values ? ofProduct : sql`false`}
            and record.search @@ (select all_words from words)
            and not exists (select from candidates, words where candidates.search @@ all_words)
          order by record.id desc limit ${sql.lit(maxInTexts)}
        )
        select array(select stem from sought) as title_stems, ${jsonRows(stored)} as stored,
          ${jsonRows(proposed(values))} as proposed, ${openHere(values)}`
    },
  )
}

function stemsIn(vector: RawBuilder<unknown>) {
  return sql`array_to_string(tsvector_to_array(${vector}), ' ')`
}

function soughtIn(vector: RawBuilder<unknown>) {
  return sql`(select string_agg(stem, ' ') from sought where ${vector} @@ query)`
}

// Finds the words that begin like the column `stem`.
const root = sql`case when length(stem) < ${sql.lit(rootLength)} then stem
  else left(stem, ${sql.lit(rootLength)}) || ':*' end`

function endedLongAgo(ends: string[], endedAt = 'updated_at'): RawBuilder<boolean> {
  const ended = sql`record.status in (${sql.join(ends.map((status) => sql.lit(status)))})`
  return sql`${ended} and coalesce(record.${sql.ref(endedAt)}, record.updated_at) < now() - interval '180 days'`
}
