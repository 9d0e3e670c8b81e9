import { sql } from 'kysely'
import { z } from 'zod'
import type { OpenSignal } from './open-here.ts'

/** A stored record that may state the same fact as a new one. */
export const SimilarRecord = z.strictObject({
  kind: z.enum(['signal', 'insight', 'economics', 'decision', 'task', 'product', 'app']),
  id: z.int(),
  slug: z.string().nullable().describe('Null for records without a slug'),
  title: z.string().describe('Title, or name'),
  status: z.string().nullable().describe('Null for records without a status'),
  score: z.number().min(0).max(1).describe('1: the same words, the same name, or the same period'),
  place: z
    .string()
    .describe('Where it belongs')
    .meta({ examples: ['product:PRODUCT-SLUG', 'app:APP-SLUG', 'direction:DIRECTION-SLUG'] }),
})
export type SimilarRecord = z.output<typeof SimilarRecord>

/** What a new record is answered with besides itself. */
export type Beside = { similar: SimilarRecord[]; open_here: OpenSignal[] }

/** What stands beside a new record if its place could not be searched in time. */
export const nothingBeside: Beside = { similar: [], open_here: [] }

const maxSimilar = 5

/** Returns the best of these records, with their scores rounded, if their score is at least `minScore`. */
export function best(records: SimilarRecord[], minScore: number): SimilarRecord[] {
  return records
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, maxSimilar)
    .map((record) => ({ ...record, score: Math.round(record.score * 100) / 100 }))
}

// The place of the record in the alias `record`.
const ofProduct = sql`(select 'product:' || slug from products where id = record.product_id)`
const ofApp = sql`(select 'app:' || slug from apps where id = record.app_id)`
const ofDirection = sql`(select 'direction:' || slug from directions where id = record.direction_id)`

/** SQL of the place of a product, as `SimilarRecord` has it. */
export const placeOfProduct = ofDirection

/** SQL of the place of an app or of economics. */
export const placeInProduct = sql`coalesce(${ofProduct}, ${ofDirection})`

/** SQL of the place of any other record. */
export const placeInApp = sql`coalesce(${ofApp}, ${ofProduct}, ${ofDirection})`
