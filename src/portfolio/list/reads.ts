import { type SelectQueryBuilder, sql } from 'kysely'
import { counted, page } from '../../database/page.ts'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { notFound } from '../../record/fault.ts'
import type { Warning } from '../../record/warning.ts'
import type { RecordName } from '../place/find.ts'
import { type Slugged, slugWarnings } from './filter.ts'
import { type ListMeta, listMeta, listValues, type Paging } from './paging.ts'

type Listed<Row> = { rows: Row[]; meta: ListMeta; warnings: Warning[] }

/**
 * The reads of one kind of record: a list, newest first, and one by its name. `select` builds the SELECT on the
 * alias `record`, narrowed by what of a query is given.
 */
export function recordReads<Row extends Slugged, Query extends Paging & Slugged>(
  // Which tables it joins is the caller's affair; the row is what it says.
  // biome-ignore lint/suspicious/noExplicitAny: open over the tables of the query
  select: (query: Partial<Query>) => SelectQueryBuilder<any, any, Row>,
) {
  type Bound = Query & { fetch: number }
  const newest = (query: Bound) =>
    select(query).orderBy('record.id', 'desc').limit(sql.lit<number>(query.fetch))
  const first = statement(newest, ['fetch'])
  // What is passed over is found by its number alone: only rows of the page are worth their whole SELECT.
  const later = statement(
    (query: Bound) => {
      const page = newest(query).clearSelect().select('record.id').offset(param<number>('offset'))
      return select({}).where('record.id', 'in', page).orderBy('record.id', 'desc')
    },
    ['fetch'],
  )
  // As a parameter, an OFFSET of nothing would make PostgreSQL plan the first page anew at every run.
  const list = (query: Bound) => (query.offset > 0 ? later : first)(query)
  const count = statement(
    (query: Query) => counted(select(query).clearSelect(), query.with_total),
    ['with_total'],
  )
  const named = statement((name: RecordName) =>
    select({}).where(
      sql<boolean>`record.${sql.ref(name.id === undefined ? 'slug' : 'id')} = ${theName(name)}`,
    ),
  )
  return {
    /** For `create`: gives the new record as `one` would. */
    answer: { text: select({}).compile().sql } as { text: string; row?: Row },
    /** `values` are what conditions compare with, where it is not what was sent. */
    async list(read: Read, query: Query, values: object = {}): Promise<Listed<Row>> {
      const bound = { ...listValues(query), ...values }
      const { rows, total } = await page(read, list(bound), count(bound), query)
      const warnings = await slugWarnings(read, query, rows)
      return { rows, meta: listMeta(query, rows.length, total), warnings }
    },
    /** The newest that match. */
    async latest(read: Read, query: Partial<Query>, most: number): Promise<Row[]> {
      const page = { limit: most, offset: 0, with_total: false, ...query } as Query
      return (await read(first(listValues(page)))).slice(0, most)
    },
    /** Throws where there is no such record. */
    async one(read: Read, name: RecordName): Promise<Row> {
      const [row] = await read(named(name))
      if (!row) throw notFound()
      return row
    },
  }
}

const theName = (name: RecordName) => param(name.id === undefined ? 'slug' : 'id')
