import { sql } from 'kysely'
import { type Read, readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db, type Select } from '../../database/tables.ts'
import { countQuery, maxExactTotal } from './total.ts'

/** One page of a list. `more`: whether more rows follow. `total`: number of matches, null if not counted. */
export type Page<Row> = { rows: Row[]; more: boolean; total: number | null }

/** The order of a list, and how a page continues after a cursor. The default is newest first, by id. */
export type ListOrder<Row, Query> = {
  order: (rows: Select<Row>, query: Query) => Select<Row>
  /** The condition for the rows after `query.cursor`. */
  after: ReturnType<typeof sql<boolean>>
  /** The columns that identify a row, with the one by which the table is partitioned. Default: the id. */
  key: readonly (keyof Row & string)[]
  /** Fields of the query whose values, such as an order, each have their own SQL. */
  literals: (keyof Query & string)[]
  /**
   * Filters whose plan depends on their value, such as a text that many or few rows contain. The SELECT of a list with
   * one of them is not prepared, because PostgreSQL would soon use one plan for all values.
   */
  unpreparedFilters: readonly (keyof Query & string)[]
}

type PageBounds = { limit: number; offset?: number | undefined; with_total: boolean }

/**
 * Returns the reads of a list, whose statements are `<name>.list` and `<name>.count`. `select` builds the SELECT with `record` as the alias of the table and a
 * condition for each filter in the query. The count uses the same SELECT. A query with `fields` reads only these.
 */
export function recordList<Row, Query extends { cursor?: unknown; fields?: readonly string[] }>(
  name: string,
  example: Partial<Query>,
  select: (query: Partial<Query>) => Select<Row>,
  options: Partial<ListOrder<Row, Query>> = {},
) {
  const {
    order = (rows: Select<Row>) => rows.orderBy('record.id', 'desc'),
    after = sql<boolean>`record.id < ${param('cursor')}`,
    key = ['id'],
    literals = [],
    unpreparedFilters = [],
  } = options
  const keyColumns = key.map((column) => `record.${column}`)
  const isPartitioned = key.length > 1
  const isUnprepared = (query: Query) => unpreparedFilters.some((name) => query[name] !== undefined)
  type Bound = Query & { fetch: number; offset?: number | undefined }
  const selectPage = (query: Bound) => {
    const ordered = order(select(query), query)
    const matches = query.cursor === undefined ? ordered : ordered.where(after)
    const page = matches.limit(sql.lit<number>(query.fetch))
    // With OFFSET as a parameter, PostgreSQL would plan the first page again on every run.
    if (query.offset === undefined) return page
    // Only the keys of the skipped rows are read, not the columns and joins of the full SELECT.
    const offset = isPartitioned ? offsetOfAnyPage : param<number>('offset')
    const keys = page.clearSelect().select(keyColumns).offset(offset)
    return order(select({}), query).where(sql<boolean>`(${sql.join(keyColumns.map(sql.ref))}) in ${keys}`)
  }
  const rows = statement(
    `${name}.list`,
    { ...example, fetch: 26 } as Bound,
    (query: Bound) => {
      const page = selectPage(query)
      return query.fields ? pick<Row>(page, query.fields) : page
    },
    ['fetch', 'fields', ...literals],
  )
  const count = statement(
    `${name}.count`,
    { ...example, with_total: false } as Query & { with_total: boolean },
    (query: Query & { with_total: boolean }) => countQuery(select(query).clearSelect(), query.with_total),
    ['with_total', ...literals],
  )
  return {
    /** Returns one page and the number of matches: at most 1,000 are counted unless `with_total` is set. */
    async page(read: Read, query: Query, { limit, offset, with_total }: PageBounds): Promise<Page<Row>> {
      const unprepared = isUnprepared(query)
      const selectRows = rows({ ...query, offset: offset || undefined, fetch: limit + 1 })
      const found = await read({ ...selectRows, unprepared })
      const page = { rows: found.slice(0, limit), more: found.length > limit }
      // The last page shows the total, and a page behind the rows that are counted needs none.
      if (offset !== undefined && (found.length > 0 || offset === 0)) {
        const isLast = !page.more && (with_total || offset + found.length <= maxExactTotal)
        if (isLast) return { ...page, total: offset + found.length }
        if (offset >= maxExactTotal && !with_total) return { ...page, total: null }
      }
      const { total } = await readRow(read, { ...count({ ...query, with_total }), unprepared })
      return { ...page, total: with_total || total <= maxExactTotal ? total : null }
    },
    /** Returns the first rows without counting. */
    async first(read: Read, query: Query, limit: number): Promise<Row[]> {
      return read({ ...rows({ ...query, fetch: limit }), unprepared: isUnprepared(query) })
    },
  }
}

// PostgreSQL does not look into the subquery, so it plans all pages alike and keeps the plan. A plan for each page would
// take longer than the page, because every partition is planned.
const offsetOfAnyPage = sql<number>`(select ${param('offset')}::bigint)`.$castTo<number>()

// PostgreSQL keeps the order of the inner SELECT, and does not compute its fields that are left out.
function pick<Row>(rows: Select<Row>, fields: readonly string[]): Select<Row> {
  const picked = fields.map((field) => `record.${field}`)
  return db.selectFrom(rows.as('record')).select(picked as never) as never
}
