import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { decisiveWords, similarity, trigramsOf } from '../record/trigrams.ts'
import { portfolioTables } from './tables.ts'

// Of the newest records that share a decisive word with the title, those that share the most are compared, since comparing
// a title costs about 5 µs.
const maxRanked = 500
const maxCandidates = 50
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
export type SimilarPlace = {
  product_slug?: string | null | undefined
  product_id?: number | null | undefined
  direction_id?: number | null | undefined
}

/** Returns the records that resemble a new one of this title in this place. */
export type FindSimilar = (read: Read, title: string, place: SimilarPlace) => Promise<SimilarRecord[]>

/** Where a kind of record has its title, slug and status, and the statuses in which it is closed. */
type SimilarKind = {
  table: string
  title: 'title' | 'name'
  slug?: 'slug'
  status?: { column: string; closed: string[] }
}

/**
 * Returns the function that finds the records that resemble a new one, best first. They are of the same kind and place,
 * and open or created in the last 180 days. Call it before the record is created.
 */
export function similarRecords({ table, title, slug, status }: SimilarKind): FindSimilar {
  const isOpen = status
    ? sql`record.${sql.ref(status.column)} not in (${sql.join(status.closed.map((value) => sql.lit(value)))})`
    : sql`false`
  const isRecent = sql`record.created_at > now() - interval '180 days'`
  const candidates = statement((place: SimilarPlace & { words: string }) => ({
    compile: () =>
      sql<Omit<SimilarRecord, 'score'>>`
        select id, slug, title, status from (
          select record.id, ${slug ? sql`record.slug` : sql`null`} as slug, record.${sql.ref(title)} as title,
            ${status ? sql`record.${sql.ref(status.column)}` : sql`null`} as status, record.search, any_word.query
          from ${anyWord} as any_word, ${sql.table(table)} as record
          where ${inPlace(place)} and (${isOpen} or ${isRecent}) and record.search @@ any_word.query
          order by record.id desc limit ${sql.lit(maxRanked)}
        ) as record
        order by ts_rank('{0, 0, 0, 1}', search, query) desc, id desc limit ${sql.lit(maxCandidates)}`.compile(
        portfolioTables,
      ),
  }))
  return async (read, text, place) =>
    mostSimilar(
      text,
      await read(candidates({ ...namedPlace(place), words: decisiveWords(text, minScore).join(' ') })),
    )
}

/** Returns the candidates whose titles resemble `text`, best first. */
function mostSimilar<C extends { title: string }>(text: string, candidates: C[]): (C & { score: number })[] {
  const trigrams = trigramsOf(text)
  return candidates
    .map((candidate) => ({ ...candidate, score: similarity(trigrams, trigramsOf(candidate.title)) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSimilar)
    .map((candidate) => ({ ...candidate, score: Math.round(candidate.score * 100) / 100 }))
}

// Any of the words, or its stem, in the title of a candidate.
const anyWord = sql`(
  select coalesce(string_agg('''' || lexeme || ''':A', ' | '), '')::tsquery as query
  from unnest(search_words(${param('words')})))`

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
