import { sql } from 'kysely'
import { z } from 'zod'
import { param, type Statement, statement } from '../../database/statement.ts'
import { productId } from '../list/filter.ts'
import { portfolioTables } from '../tables.ts'
import { similarity, trigramsOf } from './trigrams.ts'

// Only the titles with the most bits in common are compared exactly, because comparing two titles takes about 5 µs.
const maxCandidates = 10
const maxSimilar = 5
const minScore = 0.55
// Lower than `minScore`: trigrams that share a bit can make two titles look less similar than they are.
const minOverlap = 0.4
// Older records are not searched if enough of the newest have almost the same title.
const newest = 50
const maxOlder = 20_000
const almostSame = 0.9

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

/**
 * Returns the SELECT of the records to compare with a new one of this title in this place. It must not see the new one.
 */
export type SelectSimilar = (title: string, place: SimilarPlace) => Statement<SimilarCandidate>

/** Where a kind of record has its title, slug and status, and the statuses in which it is closed. */
type SimilarKind = {
  table: string
  title: 'title' | 'name'
  slug?: 'slug'
  status?: { column: string; closed: string[] }
}

/**
 * Returns the SELECT of the records that `mostSimilar` compares. They are of the same kind and place, and open or
 * created in the last 180 days.
 */
export function selectSimilar({ table, title, slug, status }: SimilarKind): SelectSimilar {
  const isOpen = status
    ? sql`record.${sql.ref(status.column)} not in (${sql.join(status.closed.map((value) => sql.lit(value)))})`
    : sql`false`
  const isRecent = sql`record.created_at > now() - interval '180 days'`
  const newTrigrams = sql`(select trigrams from sought)`
  const overlap = sql`bit_count(record.trigrams & ${newTrigrams})::real / greatest(bit_count(record.trigrams | ${newTrigrams}), 1)`
  // Only columns that the index of the product includes, so that the rows are not read where there is one.
  const columns = sql`record.id, case when ${isOpen} or ${isRecent} then ${overlap} else 0 end as overlap`
  const candidates = statement((place: SimilarPlace & { title: string }) => ({
    compile: () =>
      sql<SimilarCandidate>`
        with sought as materialized (
          select title_trigrams(${param('title')}) as trigrams
        ), newest as materialized (
          select ${columns} from ${sql.table(table)} as record
          where ${inPlace(place)} order by record.id desc limit ${sql.lit(newest)}
        ), older as (
          select ${columns} from ${sql.table(table)} as record
          where ${inPlace(place)} and record.id < (select ${oldestIfNotEnough} from newest)
          order by record.id desc limit ${sql.lit(maxOlder)}
        ), candidates as (
          select id, overlap from (select * from newest union all select * from older) as record
          where overlap >= ${sql.lit(minOverlap)} order by overlap desc, id desc limit ${sql.lit(maxCandidates)}
        )
        select record.id, ${slug ? sql`record.slug` : sql`null`} as slug, record.${sql.ref(title)} as title,
          ${status ? sql`record.${sql.ref(status.column)}` : sql`null`} as status
        from candidates join ${sql.table(table)} as record using (id) order by overlap desc, id desc
      `.compile(portfolioTables),
  }))
  return (title, place) => candidates({ ...namedPlace(place), title })
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

const oldestIfNotEnough = sql`
  case when count(*) filter (where overlap >= ${sql.lit(almostSame)}) < ${sql.lit(maxSimilar)} then min(id) end`

// A product determines its direction, which is then not compared.
function namedPlace({ product_slug, product_id, direction_id }: SimilarPlace): SimilarPlace {
  if (product_slug != null) return { product_slug }
  return product_id != null ? { product_id } : { direction_id: direction_id ?? null }
}

function inPlace({ product_slug, product_id }: SimilarPlace) {
  if (product_slug !== undefined) return sql`record.product_id = ${productId}`
  return product_id !== undefined
    ? sql`record.product_id = ${param('product_id')}`
    : sql`record.direction_id = ${param('direction_id')}`
}
