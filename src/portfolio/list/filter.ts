import { sql } from 'kysely'
import { z } from 'zod'
import { namedUser } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { all, param } from '../../database/statement.ts'
import { decodeChangeCursor } from '../../journal/change-feed/change-query.ts'
import { fieldPhrase } from '../../language/phrase.ts'
import { withTotal } from '../../record/list/paging.ts'
import type { Page } from '../../record/list/record-list.ts'
import { day, notADay } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { clampedInteger, integer } from '../../record/rules/integer.ts'
import { rule } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text, trim } from '../../record/rules/text.ts'
import { shortName } from '../../record/validation/error-list.ts'
import { oldNameWarning, type Warning } from '../../record/warning.ts'
import { DirectionSlug, directionIdBySlug } from '../direction/direction.ts'
import { type FoundRecord, find, type RecordName } from '../place/find.ts'
import { findNearestSlugs } from '../place/slug-list.ts'
import { happenedIn, periodFilters } from './period.ts'

// Like `day`, but with a message of its own for a cursor, which the `since` of the change feed accepts.
const since = rule(
  trim,
  z
    .string()
    .check((context) => {
      const { value } = context
      if (day.safeParse(value).success) return
      const sentence = decodeChangeCursor(value) ? cursorAsDay : notADay(value)
      context.issues.push({ code: 'custom', params: { sentence }, input: value })
    })
    .meta({ format: 'date', examples: ['2026-11-21'] }),
)
const cursorAsDay = fieldPhrase('validation.cursorAsDay')

/** The most rows of a page. */
export const maxRows = 200
/** The greatest `offset` of a list. */
export const maxOffset = 2_147_483_647

/** The query fields that page every portfolio list. */
export const pagingQuery = {
  limit: clampedInteger(maxRows).default(50).describe('Rows per page; a value above 200 counts as 200'),
  offset: integer(0, maxOffset).default(0).describe('Rows to skip'),
  with_total: withTotal,
}

/** The paging values of a list query. With `fields` the rows have only these fields. */
export type Paging = {
  limit: number
  offset: number
  with_total: boolean
  q?: string | undefined
  fields?: readonly string[]
}

/** The query fields of lists of records that belong to a product or a direction. */
export const recordQuery = {
  product_slug: Slug.optional()
    .describe('Only records of this product')
    .register(translations, { ru: 'Только записи этого продукта' }),
  direction_slug: DirectionSlug.optional()
    .describe('Only records in this direction; an old slug is accepted')
    .register(translations, { ru: 'Только записи этого направления; прежний slug тоже подходит' }),
  since: since
    .optional()
    .describe('Only records created on this day or later')
    .register(translations, { ru: 'Только записи, созданные в этот день или позже' }),
  ...periodFilters('created'),
  q: text(255)
    .optional()
    .describe('Only records whose title contains this text')
    .register(translations, { ru: 'Только записи, в названии которых есть этот текст' }),
  ...pagingQuery,
}

/** The query fields of lists of records that may also belong to an app. */
export const placedQuery = {
  app_slug: Slug.optional()
    .describe('Only records of this app')
    .register(translations, { ru: 'Только записи этого приложения' }),
  ...recordQuery,
}

type PlacedQuery = Omit<z.output<z.ZodObject<typeof placedQuery>>, keyof typeof pagingQuery>

/** Returns the conditions of these filters on the table aliased `record` */
export function recordFilters(query: Partial<PlacedQuery>) {
  return all([
    query.product_slug !== undefined && sql`record.product_id = ${productId}`,
    query.direction_slug !== undefined && inDirection,
    query.app_slug !== undefined && ofApp,
    query.since !== undefined && sql`record.created_at >= ${param('since')}::timestamp at time zone 'UTC'`,
    happenedIn(query, 'created'),
    query.q !== undefined && sql`record.title ilike ${param('q')}`,
  ])
}

/** The condition that a record belongs to the app with the slug `app_slug`. */
export const ofApp = sql`record.app_id = (select id from apps where slug = ${param('app_slug')})`

// The user whom the text of the filter names, as a record would that has it as its owner.
const ownerUser = sql`(select ${namedUser('owner')} from (select ${param('owner')}::text as owner) as record)`

/**
 * The condition that a record belongs to `owner`, in upper or lower case: it has this text, or the text names a user who
 * owns it under the name or the email.
 */
export const hasOwner = sql`(lower(record.owner collate "und-x-icu") = any(array(
    select lower(${param('owner')}::text collate "und-x-icu")
    union select unnest(array[lower(name collate "und-x-icu"), email]) from users
      where id = (${ownerUser}->>'id')::bigint
  )) and (${namedUser('owner')}->>'id') is not distinct from (${ownerUser}->>'id'))`

/** The id of the product that the filter `product_slug` names. */
export const productId = sql<number>`(select id from products where slug = ${param('product_slug')})`

/** The id of the direction that the filter `direction_slug` names. */
export const directionId = directionIdBySlug('direction_slug')

const inDirection = sql`(record.direction_id = ${directionId}
  or record.product_id in (select id from products where direction_id = ${directionId}))`

const slugKinds = ['product', 'direction', 'app'] as const
type Kind = (typeof slugKinds)[number]

/** A query or a row with the slugs of its product, direction and app. */
export type Slugged = { [kind in Kind as `${kind}_slug`]?: string | null | undefined }

/** Returns a warning if the list is empty because no record has the slug of its filter. */
export async function ownSlugWarnings(
  read: Read,
  kind: 'product' | 'app',
  slug: string | undefined,
  rows: unknown[],
): Promise<Warning[]> {
  if (slug === undefined || rows.length > 0) return []
  return referenceWarnings(read, kind, 'slug', { slug })
}

/**
 * Returns a warning for each unknown slug and each old name among the filters. Queries the database only if the first
 * row does not have the slug.
 */
export async function slugWarnings(read: Read, query: Slugged, rows: Slugged[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const kind of slugKinds) {
    const field = `${kind}_slug` as const
    const slug = query[field]
    if (slug == null || rows[0]?.[field] === slug) continue
    warnings.push(...(await referenceWarnings(read, kind, field, { slug })))
  }
  return warnings
}

/** Returns the function that reads a page of a list, with a warning for each unknown slug among the filters. */
export function withSlugWarnings<Query extends Slugged, Row extends Slugged>(
  list: (read: Read, query: Query) => Promise<Page<Row>>,
) {
  return async (read: Read, query: Query): Promise<Page<Row> & { warnings: Warning[] }> => {
    const page = await list(read, query)
    return { ...page, warnings: await slugWarnings(read, query, page.rows) }
  }
}

// Only programs get the warnings of a list: the web interface offers the records to filter by.
/** Returns a warning if a filter names no record, or a record by its old name. */
export async function referenceWarnings(
  read: Read,
  kind: Kind,
  field: string,
  name: RecordName,
): Promise<Warning[]> {
  // A replica that lags would not know a new record.
  const [found] = await read<FoundRecord>({ ...find[kind](name), onPrimary: true })
  if (!found) return [{ field, message: await unknownRecord(read, kind, name) }]
  if (name.slug === undefined || found.slug === null || found.slug === name.slug) return []
  return [oldNameWarning(field, name.slug, found.slug)]
}

async function unknownRecord(read: Read, kind: Kind, { slug, id }: RecordName): Promise<string> {
  if (slug === undefined || id !== undefined) return `There is no ${kind} with the id ${id}.`
  const nearest = await findNearestSlugs(read, kind, slug)
  const message = `There is no ${kind} with the slug "${shortName(slug)}".`
  return nearest.length === 0 ? message : `${message} Nearest: ${nearest.join(', ')}.`
}
