import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { param } from '../../database/statement.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { Id } from '../../record/rules/id.ts'
import { prose } from '../../record/rules/prose.ts'
import type { Place } from '../place/resolve.ts'
import { isUnresolved } from '../urgency.ts'
import { severities, signalStatuses } from '../vocabulary.ts'

/** A stored record that may state the same fact as a new one, or a proposal that would store one. */
export const SimilarRecord = z.strictObject({
  kind: z.enum(['signal', 'insight', 'economics', 'decision', 'task', 'product', 'app', 'proposal']),
  id: z.int().describe('Of the record, or of the proposal'),
  slug: z.string().nullable().describe('Null for records without a slug'),
  title: z.string().describe('Title, or name'),
  status: z
    .string()
    .nullable()
    .describe('Null for records without a status, proposed for a proposal that waits'),
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

const maxOpen = 5

/** An unresolved signal of the product or direction of a new record. */
export const OpenSignal = z.object({
  id: Id,
  title: prose(255),
  severity: enumOf(severities),
  status: enumOf(signalStatuses),
})
export type OpenSignal = z.output<typeof OpenSignal>

/** Returns the newest unresolved signals of a place as one column of a SELECT, first the signals of `signal_type`. */
export function openHere(
  values: PlaceValues & { signal_type?: string | undefined },
): RawBuilder<OpenSignal[]> {
  const isOfType = sql`signal_type = ${param('signal_type')}`
  const open = (place: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    (select id, title, severity, status, signal_type from signals
    where ${place} and ${isUnresolved} and ${condition} order by id desc limit ${sql.lit(maxOpen)})`
  // An index has the newest of each product, however many there are.
  const here = (condition: RawBuilder<unknown>) =>
    'product_id' in values
      ? open(sql`product_id = ${param('product_id')}`, condition)
      : sql`${open(sql`direction_id = ${param('direction_id')}`, condition)} union all
          select signal.* from products cross join lateral ${open(sql`product_id = products.id`, condition)} as signal
          where products.direction_id = ${param('direction_id')}`
  const newest =
    values.signal_type === undefined
      ? sql`(${here(sql`true`)}) as signal order by id desc`
      : sql`(${here(isOfType)} union (${here(sql`true`)})) as signal order by ${isOfType} desc, id desc`
  return sql<OpenSignal[]>`${jsonRows(
    sql<OpenSignal>`select id, title, severity, status from ${newest} limit ${sql.lit(maxOpen)}`,
  )} as open_here`
}

/** Returns the rows of a SELECT as a list in one column. */
export function jsonRows<Row>(select: RawBuilder<Row>): RawBuilder<Row[]> {
  return sql<Row[]>`(select coalesce(json_agg(item), '[]') from (${select}) as item)`
}

// Older records of a place are not compared. A direction may have many products.
const newestOfPlace = 2000
const newestOfProduct = 200

/** The product and the direction of a new record. */
export type RecordPlace = Pick<Place, 'product_id' | 'direction_id'>

/** The product of a new record, or else its direction, as parameters of a statement. */
export type PlaceValues = { product_id: number } | { direction_id: number | null }

/** Returns the product of a new record, or else its direction, as parameters of a statement. */
export function placeValues({ product_id, direction_id }: RecordPlace): PlaceValues {
  return product_id === null ? { direction_id } : { product_id }
}

/**
 * Returns the SELECT of the stored records with which a new one is compared. With a product, these are the records of
 * the product and of its direction; without one, the records of the direction and of its products.
 */
export function inPlace(table: string, columns: string[], values: PlaceValues): RawBuilder<unknown> {
  const selected = sql.join(['id', ...columns].map((name) => sql.ref(name)))
  const newest = (condition: RawBuilder<unknown>, limit: number) =>
    sql`(select ${selected} from ${sql.table(table)} where ${condition} order by id desc limit ${sql.lit(limit)})`
  if ('product_id' in values)
    return sql`
      ${newest(sql`product_id = ${param('product_id')}`, newestOfPlace)} union all
      ${newest(sql`direction_id = (select direction_id from products where id = ${param('product_id')})`, newestOfPlace)}`
  return sql`
    ${newest(sql`direction_id = ${param('direction_id')}`, newestOfPlace)} union all
    select record.* from products
      cross join lateral ${newest(sql`product_id = products.id`, newestOfProduct)} as record
      where products.direction_id = ${param('direction_id')}`
}
