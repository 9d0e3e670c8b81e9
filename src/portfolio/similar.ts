import { sql } from 'kysely'
import { z } from 'zod'
import { param, type Statement, statement } from '../database/statement.ts'
import { decisiveWords, similarity, trigramsOf } from '../record/trigrams.ts'
import { portfolioTables } from './tables.ts'

// Only some records are compared, since comparing a title costs about 5 µs: those of the newest that share a decisive word
// with the title, and those of the older ones, unless some of the newest have all its decisive words.
const newest = 50
const maxOlder = 500
const maxCandidates = 20
const maxSimilar = 5
const minScore = 0.55

/** A record whose title resembles that of a new one. */
export const SimilarRecord = z.strictObject({
  id: z.int(),
  slug: z.string().nullable().describe('Null for records without a slug'),
  title: z.string().describe('Title, or name'),
  status: z.string().nullable().describe('Null for records without a status'),
  score: z.number().min(0).max(1).describe('Share of common trigrams of both titles'),
})
export type SimilarRecord = z.output<typeof SimilarRecord>

/** The place of a new record: its product, or else its direction. */
type SimilarPlace = {
  product_slug?: string | null | undefined
  product_id?: number | null | undefined
  direction_id?: number | null | undefined
}

/** A record whose title is compared with that of a new one. */
export type SimilarCandidate = Omit<SimilarRecord, 'score'>

/** Returns the SELECT of the records to compare with a new one of this title in this place. It must not see the new one. */
export type SelectSimilar = (title: string, place: SimilarPlace) => Statement<SimilarCandidate>

/** Where a kind of record has its title, slug and status, and the statuses in which it is closed. */
type SimilarKind = {
  table: string
  title: 'title' | 'name'
  slug?: 'slug'
  status?: { column: string; closed: string[] }
}

/**
 * Returns the SELECT of the records that `mostSimilar` compares. They are of the same kind and place, and open or created in
 * the last 180 days.
 */
export function selectSimilar({ table, title, slug, status }: SimilarKind): SelectSimilar {
  const isOpen = status
    ? sql`record.${sql.ref(status.column)} not in (${sql.join(status.closed.map((value) => sql.lit(value)))})`
    : sql`false`
  const isRecent = sql`record.created_at > now() - interval '180 days'`
  const columns = sql`record.id, ${slug ? sql`record.slug` : sql`null`} as slug, record.${sql.ref(title)} as title,
    ${status ? sql`record.${sql.ref(status.column)}` : sql`null`} as status, record.search`
  const candidates = statement((place: SimilarPlace & { words: string; all_words: string }) => ({
    compile: () => {
      const isCandidate = sql`${inPlace(place)} and (${isOpen} or ${isRecent})`
      const enough = sql`(select count(*) from newest where search @@ ${param('all_words')}::tsquery) >= ${sql.lit(maxSimilar)}`
      return sql<SimilarCandidate>`
        with newest as (
          select ${columns} from ${sql.table(table)} as record
          where ${isCandidate} order by record.id desc limit ${sql.lit(newest)}
        ), older as (
          select ${columns} from ${anyWord}, ${sql.table(table)} as record
          where ${isCandidate} and record.search @@ any_word.query
            and record.id < (select min(id) from newest) and not ${enough}
          order by record.id desc limit ${sql.lit(maxOlder)}
        )
        select id, slug, title, status
        from ${anyWord}, (select * from newest union all select * from older) as record
        where search @@ any_word.query
        order by ts_rank('{0, 0, 0, 1}', search, any_word.query) desc, id desc
        limit ${sql.lit(maxCandidates)}`.compile(portfolioTables)
    },
  }))
  return (text, place) => {
    const words = decisiveWords(text, minScore)
    const all_words = words.map((word) => `'${word}':A`).join(' & ')
    return candidates({ ...namedPlace(place), words: words.join(' '), all_words })
  }
}

/** Returns the candidates whose titles resemble `title`, best first. */
export function mostSimilar(title: string, candidates: SimilarCandidate[]): SimilarRecord[] {
  const trigrams = trigramsOf(title)
  return candidates
    .map((candidate) => ({ ...candidate, score: similarity(trigrams, trigramsOf(candidate.title)) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSimilar)
    .map((candidate) => ({ ...candidate, score: Math.round(candidate.score * 100) / 100 }))
}

// Any of the decisive words, or its stem, in the title of a candidate.
const anyWord = sql`(
  select coalesce(string_agg('''' || lexeme || ''':A', ' | '), '')::tsquery as query
  from unnest(search_words(${param('words')}))) as any_word`

// A product determines its direction, which is then not compared.
function namedPlace({ product_slug, product_id, direction_id }: SimilarPlace): SimilarPlace {
  if (product_slug != null) return { product_slug }
  return product_id != null ? { product_id } : { direction_id: direction_id ?? null }
}

function inPlace({ product_slug, product_id }: SimilarPlace) {
  if (product_slug !== undefined)
    return sql`record.product_id = (select id from products where slug = ${param('product_slug')})`
  return product_id !== undefined
    ? sql`record.product_id = ${param('product_id')}`
    : sql`record.direction_id = ${param('direction_id')}`
}
