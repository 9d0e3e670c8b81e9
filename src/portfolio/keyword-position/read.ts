import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { fieldPhrase } from '../../language/phrase.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { dayCursor, decodeDayCursor } from '../../record/list/cursor.ts'
import { dayRange, inDayRange } from '../../record/list/day-range.ts'
import { eitherPageOrCursor, pageOrCursor, webPaging } from '../../record/list/paging.ts'
import { recordReads } from '../../record/list/reads.ts'
import type { Page } from '../../record/list/record-list.ts'
import { bySort, sortRule } from '../../record/list/sort.ts'
import { country } from '../../record/rules/country.ts'
import { orderedDates } from '../../record/rules/day.ts'
import { translations } from '../../record/rules/description.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { isObjectPayload } from '../../record/rules/rule.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { containsPattern } from '../../record/text-search.ts'
import { appNameColumns, appNames } from '../app/read.ts'
import { ofApp } from '../list/filter.ts'
import { appPlatforms } from '../vocabulary.ts'
import { StoredKeywordPosition } from './keyword-position.ts'

/** A keyword position with its app. */
export const KeywordPosition = StoredKeywordPosition.extend(appNames)
export type KeywordPosition = z.output<typeof KeywordPosition>

const newestFirst = '-date'

/** Query of the list of keyword positions. A cursor follows the order by date, so it excludes any other `sort`. */
export const KeywordPositionQuery = orderedDates(
  eitherPageOrCursor(
    z.object({
      app_slug: Slug.optional()
        .describe('Only positions of this app')
        .register(translations, { ru: 'Только позиции этого приложения' }),
      keyword: text(255)
        .optional()
        .describe('Only positions for exactly this keyword (case-insensitive)')
        .register(translations, { ru: 'Только позиции точно по этому ключу, регистр не важен' }),
      country: country.optional(),
      platform: enumOf(appPlatforms).optional(),
      ...dayRange,
      search: text(255)
        .optional()
        .describe('Only positions whose keyword contains this text')
        .register(translations, { ru: 'Только позиции, в ключе которых есть этот текст' }),
      sort: sortRule(
        'id',
        'date',
        'app_slug',
        'keyword',
        'country',
        'platform',
        'position',
        'created_at',
        'updated_at',
      ),
      ...webPaging,
      page: pageOrCursor,
      cursor: dayCursor,
    }),
  ),
  'date_from',
  'date_to',
).refine(({ cursor, sort = newestFirst }) => cursor === undefined || sort === newestFirst, {
  path: ['cursor'],
  params: { sentence: fieldPhrase('validation.prohibitedWhenSorted') },
  when: isObjectPayload,
})
export type KeywordPositionQuery = z.output<typeof KeywordPositionQuery>

type Bound = KeywordPositionQuery & {
  keywords?: string[] | undefined
  after_date?: string | undefined
  after_id?: number | undefined
}

const { list, one } = recordReads<KeywordPosition, Bound>(
  'keyword_positions',
  { app_slug: 'qr-scanner-ios', keyword: 'qr' },
  (query) =>
    db
      .selectFrom('keyword_positions as record')
      .leftJoin('apps as app', 'app.id', 'record.app_id')
      .where(
        all([
          query.app_slug !== undefined && ofApp,
          query.keyword !== undefined && sql`lower(record.keyword) = lower(${param('keyword')})`,
          query.country !== undefined && sql`record.country = ${param('country')}`,
          query.platform !== undefined && sql`record.platform = ${param('platform')}`,
          inDayRange(query, 'date'),
          query.search !== undefined && sql`record.keyword ilike ${param('search')}`,
          query.keywords !== undefined && sql`lower(record.keyword) = any(${param('keywords')}::text[])`,
        ]),
      )
      .select([...qualifiedColumns('record', StoredKeywordPosition), ...appNameColumns]),
  {
    ...bySort({
      schema: KeywordPosition,
      newestFirst,
      expressions: { app_slug: sql.ref('app.slug'), keyword: sql`lower(record.keyword)` },
    }),
    after: sql<boolean>`(record.date, record.id) < (${param('after_date')}::date, ${param('after_id')}::bigint)`,
  },
)

/** Returns a page of keyword positions, newest day first. */
export async function listKeywordPositions(
  read: Read,
  query: KeywordPositionQuery,
): Promise<Page<KeywordPosition>> {
  const after = query.cursor === undefined ? undefined : decodeDayCursor(query.cursor)
  const position = { after_date: after?.date, after_id: after?.id }
  if (query.search === undefined) return list(read, { ...query, ...position })
  // A search for a rare text would read all positions, so the keywords are searched first.
  const keywords = await keywordsContaining(read, query.search)
  if (keywords.length === 0) return { rows: [], more: false, total: 0 }
  const few = keywords.length <= maxKeywords && { search: undefined, keywords }
  return list(read, { ...query, ...position, ...few })
}

/** Returns one keyword position by id; throws `not_found`. */
export const readKeywordPosition = one

/** The highest number of keywords that a search compares one by one. */
const maxKeywords = 1000

/**
 * A CTE with each keyword of the positions, in lower case. Jumps from each keyword to the next in the index, so its
 * cost depends on the number of keywords, not of positions.
 */
export const knownKeywords = sql`recursive known as (
    (select lower(keyword) as keyword from keyword_positions order by lower(keyword) limit 1)
    union all
    select (select lower(keyword) from keyword_positions where lower(keyword) > known.keyword order by lower(keyword) limit 1)
    from known where known.keyword is not null
  )`

const selectContaining = statement(
  'keyword_positions.search',
  { search: '%qr%' },
  () => sql<{ keyword: string }>`with ${knownKeywords}
      select keyword from known where keyword like lower(${param('search')})
      limit ${sql.lit(maxKeywords + 1)}`,
)

/** Returns the keywords, in lower case, that contain a text: one more than `maxKeywords` if there are more. */
async function keywordsContaining(read: Read, search: string): Promise<string[]> {
  const rows = await read(selectContaining({ search: containsPattern(search) }))
  return rows.map(({ keyword }) => keyword)
}
