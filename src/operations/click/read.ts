import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { all, param, statement } from '../../database/statement.ts'
import type { Select } from '../../database/tables.ts'
import { db } from '../../database/tables.ts'
import { isOfApp } from '../../metrics/of-app.ts'
import { notFound } from '../../record/fault.ts'
import { qualifiedColumns } from '../../record/field.ts'
import { dayCursor, decodeDayCursor } from '../../record/list/cursor.ts'
import { dayRange, inDayRange } from '../../record/list/day-range.ts'
import { eitherPageOrCursor, unboundedPaging } from '../../record/list/paging.ts'
import { type Page, recordList } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { Named } from '../../record/named.ts'
import { orderedDates } from '../../record/rules/day.ts'
import { enumOf } from '../../record/rules/enumeration.ts'
import { clickApplication, clickCompany } from '../references.ts'
import { clickStatuses } from '../vocabulary.ts'
import { Click } from './click.ts'
import { clickFilters } from './click-filters.ts'

/** Query of the click list. */
export const ClickQuery = orderedDates(
  eitherPageOrCursor(
    z.object({
      ...clickFilters,
      status: enumOf(clickStatuses).optional(),
      ...dayRange,
      ...unboundedPaging,
      cursor: dayCursor,
    }),
  ),
  'date_from',
  'date_to',
)
export type ClickQuery = z.output<typeof ClickQuery>

type Bound = Omit<ClickQuery, 'cursor'> & {
  cursor?: string | undefined
  after_date?: string | undefined
  after_id?: number | undefined
  // Only the web interface sorts this list.
  sort?: string | undefined
}

const select = (query: Partial<Bound>) =>
  db
    .selectFrom('clicks as record')
    .where(
      all([
        query.app_id !== undefined && sql`record.app_id = ${param('app_id')}`,
        query.app_slug !== undefined && isOfApp,
        query.company_id !== undefined && sql`record.company_id = ${param('company_id')}`,
        // A literal, because the index on the rare statuses does not serve a parameter.
        query.status !== undefined && sql`record.status = ${sql.lit(query.status)}`,
        inDayRange(query, 'date'),
      ]),
    )
    .select([...qualifiedColumns('record', Click)])

const name = sql<string>`referenced.name`
const { order, literals } = bySort<Click, Bound>({
  schema: Click,
  newestFirst: '-date',
  expressions: { application: name, company: name },
})

// The web interface sorts by the names of these records. A join finds the first rows by the index of the reference.
const references = {
  application: ['applications as referenced', 'record.app_id'],
  company: ['companies as referenced', 'record.company_id'],
} as const

function withReferenced(rows: Select<Click>, sort = ''): Select<Click> {
  const reference = references[sort.replace('-', '') as keyof typeof references]
  return reference ? rows.innerJoin(reference[0], 'referenced.id', reference[1]) : rows
}

const { page } = recordList<Click, Bound>('clicks', { app_id: 1, date_from: '2026-11-01' }, select, {
  order: (rows, query) => order(withReferenced(rows, query.sort), query),
  key: ['id', 'date'],
  literals: [...literals, 'status'],
  after: sql<boolean>`(record.date, record.id) < (${param('after_date')}::date, ${param('after_id')}::bigint)`,
})

/** Returns a page of clicks, newest day first. */
export function listClicks(read: Read, query: ClickQuery): Promise<Page<Click>> {
  const { per_page, with_total, cursor } = query
  const after = cursor === undefined ? undefined : decodeDayCursor(cursor)
  const offset = after ? undefined : ((query.page ?? 1) - 1) * per_page
  const values = { ...query, after_date: after?.date, after_id: after?.id }
  return page(read, values, { limit: per_page, offset, with_total })
}

type Key = { date: string; app_id: number; company_id: number }

const selectByKey = statement('clicks.one', { date: '2026-11-21', app_id: 1, company_id: 2 }, () =>
  select({}).where(
    sql<boolean>`(record.date, record.app_id, record.company_id) = (${param('date')}, ${param('app_id')}, ${param('company_id')})`,
  ),
)

/** Returns the clicks of one day; throws `not_found`. */
export async function readClick(read: Read, { date, app_id, company_id }: Key): Promise<Click> {
  const [row] = await read(selectByKey({ date, app_id, company_id }))
  if (!row) throw notFound()
  return row
}

const Own = Click.omit({ app_id: true, company_id: true })

/** A row of clicks with the names of its application and company, which may have been deleted since. */
export const NamedClick = Own.extend({ application: Named, company: Named })
export type NamedClick = z.output<typeof NamedClick>

const selectByIds = statement('clicks.with_names', { ids: [1, 2] }, () =>
  db
    .selectFrom('clicks as record')
    .where(sql<boolean>`record.id = any(${param('ids')}::bigint[])`)
    .select([
      ...qualifiedColumns('record', Own),
      clickApplication.as('application'),
      clickCompany.as('company'),
    ]),
)

/** Returns a page of clicks with names, newest day first. */
export async function listNamedClicks(read: Read, query: ClickQuery): Promise<Page<NamedClick>> {
  const { rows, ...page } = await listClicks(read, query)
  const ids = rows.map(({ id }) => id)
  const named = new Map((await read(selectByIds({ ids }))).map((row) => [row.id, row]))
  return { ...page, rows: ids.map((id) => named.get(id)).filter((row) => row !== undefined) }
}

/** Returns one row of clicks with names; throws `not_found`. */
export async function readNamedClick(read: Read, id: number): Promise<NamedClick> {
  const [click] = await read(selectByIds({ ids: [id] }))
  if (!click) throw notFound()
  return click
}
