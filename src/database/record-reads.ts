import { type SelectQueryBuilder, sql } from 'kysely'
import { counted, fetchSize, page } from './page.ts'
import type { Read } from './read.ts'
import { param, statement } from './statement.ts'

/** Which page of a list: by number, or what comes after the row that `cursor` names. */
export type PageRequest = {
  page?: number | undefined
  per_page: number
  with_total: boolean
  cursor?: number | undefined
}

/** A page: its rows, whether there are more behind it, and how many match in all, where that is known. */
export type Page<Row> = { rows: Row[]; more: boolean; total: number | null }

/**
 * The reads of one kind of record: a list, newest first, and one by its number. `select` builds the SELECT on the
 * alias `record`, narrowed by what of a query is given; `ordered` puts it in another order than newest first.
 */
export function recordReads<Row, Query extends PageRequest>(
  // Which tables it joins is the caller's affair; the row is what it says.
  // biome-ignore lint/suspicious/noExplicitAny: open over the tables of the query
  select: (query: Partial<Query>) => SelectQueryBuilder<any, any, Row>,
  ordered: (query: Query) => ReturnType<typeof select> = (query) =>
    select(query).orderBy('record.id', 'desc'),
  /** What of a query decides the order, and so is part of the statement. */
  literals: (keyof Query & string)[] = [],
) {
  const list = statement(
    (query: Query & { fetch: number; offset: number | undefined }) => {
      const rows = ordered(query)
      const fetch = sql.lit<number>(query.fetch)
      if (query.cursor !== undefined)
        return rows.where(sql<boolean>`record.id < ${param('cursor')}`).limit(fetch)
      // As a parameter, an OFFSET of nothing would make PostgreSQL plan the first page anew at every run.
      if (query.offset === undefined) return rows.limit(fetch)
      // What is passed over is found by its number alone: only rows of the page are worth their whole SELECT.
      const page = rows.clearSelect().select('record.id').limit(fetch).offset(param<number>('offset'))
      return rows.where('record.id', 'in', page)
    },
    ['fetch', ...literals],
  )
  const count = statement(
    (query: Query) => counted(select(query).clearSelect(), query.with_total),
    ['with_total'],
  )
  const named = statement((_: { id: number }) => select({}).where(sql<boolean>`record.id = ${param('id')}`))
  return {
    async list(read: Read, query: Query): Promise<Page<Row>> {
      const { per_page, with_total, cursor } = query
      const before = ((query.page ?? 1) - 1) * per_page
      const offset = cursor === undefined && before > 0 ? before : undefined
      const bound = { ...query, offset, fetch: fetchSize(per_page + 1) }
      const { rows, total } = await page(read, list(bound), count(query), { limit: per_page + 1, with_total })
      return { rows: rows.slice(0, per_page), more: rows.length > per_page, total }
    },
    async one(read: Read, id: number): Promise<Row | undefined> {
      const [row] = await read(named({ id }))
      return row
    },
  }
}
