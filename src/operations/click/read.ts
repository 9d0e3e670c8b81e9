import { sql } from 'kysely'
import { z } from 'zod'
import { counted, fetchSize, page } from '../../database/page.ts'
import type { Read } from '../../database/read.ts'
import type { Page } from '../../database/record-reads.ts'
import { all, param, statement, tables } from '../../database/statement.ts'
import { day } from '../../record/day.ts'
import { notFound } from '../../record/fault.ts'
import { selected } from '../../record/field.ts'
import { Reference } from '../../record/id.ts'
import { orderedDates } from '../../record/ordered-dates.ts'
import { eitherPageOrCursor, endlessPaging } from '../../record/paging.ts'
import { term } from '../../record/term.ts'
import { clickStatuses } from '../vocabulary.ts'
import { Click, type StoredClick } from './click.ts'
import { clickCursor, placeOf } from './cursor.ts'

/** What a list of clicks may be narrowed by. */
export const ClickQuery = orderedDates(
  eitherPageOrCursor(
    z.object({
      app_id: Reference.optional().describe('Only clicks of this application'),
      company_id: Reference.optional().describe('Only clicks of this company'),
      status: term(clickStatuses).optional(),
      date_from: day.optional().describe('This day and later'),
      date_to: day.optional().describe('This day and earlier'),
      ...endlessPaging,
      cursor: clickCursor,
    }),
  ),
  'date_from',
  'date_to',
)
export type ClickQuery = z.output<typeof ClickQuery>

type Bound = Omit<ClickQuery, 'cursor'> & {
  fetch: number
  offset?: number
  after_date?: string | undefined
  after_id?: number | undefined
}

const operations = tables<{ clicks: StoredClick }>()

const select = (query: Partial<Bound>) =>
  operations
    .selectFrom('clicks as record')
    .where(
      all([
        query.app_id !== undefined && sql`record.app_id = ${param('app_id')}`,
        query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
        query.status !== undefined && sql`record.status = ${param('status')}`,
        query.date_from !== undefined && sql`record.date >= ${param('date_from')}`,
        query.date_to !== undefined && sql`record.date <= ${param('date_to')}`,
      ]),
    )
    .select([...selected('record', Click)])

const list = statement(
  (query: Bound) => {
    const rows = select(query)
      .orderBy('record.date', 'desc')
      .orderBy('record.id', 'desc')
      .limit(sql.lit<number>(query.fetch))
    if (query.after_id !== undefined)
      return rows.where(
        sql<boolean>`(record.date, record.id) < (${param('after_date')}::date, ${param('after_id')}::bigint)`,
      )
    // As a parameter, an OFFSET of nothing would make PostgreSQL plan the first page anew at every run.
    return query.offset === undefined ? rows : rows.offset(param<number>('offset'))
  },
  ['fetch'],
)

const count = statement(
  (query: Bound) => counted(select(query).clearSelect(), query.with_total),
  ['with_total'],
)

/** A page of clicks, the newest day first. */
export async function listClicks(read: Read, { cursor, ...query }: ClickQuery): Promise<Page<Click>> {
  const { per_page, with_total } = query
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const before = ((query.page ?? 1) - 1) * per_page
  const place = after ? { after_date: after.date, after_id: after.id } : before > 0 ? { offset: before } : {}
  const bound = { ...query, ...place, fetch: fetchSize(per_page + 1) }
  const { rows, total } = await page(read, list(bound), count(bound), { limit: per_page + 1, with_total })
  return { rows: rows.slice(0, per_page), more: rows.length > per_page, total }
}

type Key = { date: string; app_id: number; company_id: number }

const named = statement((_: Key) =>
  select({}).where(
    sql<boolean>`(record.date, record.app_id, record.company_id) = (${param('date')}, ${param('app_id')}, ${param('company_id')})`,
  ),
)

/** The clicks of a day; throws where none are known. */
export async function readClick(read: Read, { date, app_id, company_id }: Key): Promise<Click> {
  const [row] = await read(named({ date, app_id, company_id }))
  if (!row) throw notFound()
  return row
}
