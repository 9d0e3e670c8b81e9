import { type SelectQueryBuilder, sql } from 'kysely'
import { type Read, readPair, readRow } from '../../database/read.ts'
import { param, type Statement, statement, tables } from '../../database/statement.ts'
import { fetchSize } from './fetch-size.ts'

/** The highest total that is counted unless the caller requests the exact one. */
export const maxCounted = 1000

/** One page of a list. `more`: whether more rows follow. `total`: number of matches, null if not counted. */
export type Page<Row> = { rows: Row[]; more: boolean; total: number | null }

// biome-ignore lint/suspicious/noExplicitAny: a query may join any tables
export type Select<Row> = SelectQueryBuilder<any, any, Row>

/** The order of a list, and how a page continues after a cursor. The default is newest first, by id. */
export type ListOrder<Row, Query> = {
  order: (rows: Select<Row>, query: Query) => Select<Row>
  /** The condition for the rows after `query.cursor`. */
  after: ReturnType<typeof sql<boolean>>
  /** The columns that identify a row, with the one by which the table is partitioned. Default: the id. */
  key: readonly (keyof Row & string)[]
  /** Fields of the query whose values, such as an order, each have their own SQL. */
  literals: (keyof Query & string)[]
  /** Fields of the query whose values decide which plan is best: a list with one of them is planned on each run. */
  planned: readonly (keyof Query & string)[]
  /**
   * Fields of the query with which the ids of a page are selected before its rows, because an index alone can find
   * them.
   */
  idsFirst: readonly (keyof Query & string)[]
}

type PageBounds = { limit: number; offset?: number | undefined; with_total: boolean }

/**
 * Returns the reads of a list. `select` builds the SELECT with `record` as the alias of the table and a
 * condition for each filter in the query. The count uses the same SELECT. A query with `fields` reads only these.
 */
export function recordList<Row, Query extends { cursor?: unknown; fields?: readonly string[] }>(
  select: (query: Partial<Query>) => Select<Row>,
  options: Partial<ListOrder<Row, Query>> = {},
) {
  const {
    order = (rows: Select<Row>) => rows.orderBy('record.id', 'desc'),
    after = sql<boolean>`record.id < ${param('cursor')}`,
    key = ['id'],
    literals = [],
    planned = [],
    idsFirst = [],
  } = options
  const keyColumns = key.map((column) => `record.${column}`)
  const hasOneOf = (query: Query, names: readonly (keyof Query)[]) =>
    names.some((name) => query[name] !== undefined)
  const isPlanned = (query: Query) => hasOneOf(query, planned)
  type Bound = Query & { fetch: number; offset?: number | undefined }
  const selectPage = (query: Bound) => {
    const ordered = order(select(query), query)
    const matches = query.cursor === undefined ? ordered : ordered.where(after)
    const page = matches.limit(sql.lit<number>(query.fetch))
    const skipsRows = query.offset !== undefined
    if (!skipsRows && !hasOneOf(query, idsFirst)) return page
    // Only the keys of the skipped rows are read, not the columns and joins of the full SELECT.
    const keys = page.clearSelect().select(keyColumns)
    // With OFFSET as a parameter, PostgreSQL would plan the first page again on every run.
    const found = skipsRows ? keys.offset(param<number>('offset')) : keys
    return order(select({}), query).where(sql<boolean>`(${sql.join(keyColumns.map(sql.ref))}) in ${found}`)
  }
  const rows = statement(
    (query: Bound) => {
      const page = selectPage(query)
      return query.fields ? pick<Row>(page, query.fields) : page
    },
    ['fetch', 'fields', ...literals],
  )
  const count = statement(
    (query: Query & { with_total: boolean }) => countQuery(select(query).clearSelect(), query.with_total),
    ['with_total', ...literals],
  )
  return {
    /** Returns one page and the number of matches: at most 1,000 are counted unless `with_total` is set. */
    async page(read: Read, query: Query, { limit, offset, with_total }: PageBounds): Promise<Page<Row>> {
      const fetch = fetchSize(limit + 1)
      const selectRows = rows({ ...query, offset: offset || undefined, fetch })
      const selectCount = count({ ...query, with_total })
      const [found, matches] = !isPlanned(query)
        ? await rowsWithCount(read, selectRows, selectCount)
        : await rowsThenCount(read, selectRows, selectCount, { limit, offset, with_total })
      const total = with_total || matches <= maxCounted ? matches : null
      return { rows: found.slice(0, limit), more: found.length > limit, total }
    },
    /** Returns the first rows without counting. */
    async first(read: Read, query: Query, limit: number): Promise<Row[]> {
      const select = rows({ ...query, fetch: fetchSize(limit) })
      return (await read({ ...select, unprepared: isPlanned(query) })).slice(0, limit)
    },
  }
}

// PostgreSQL keeps the order of the inner SELECT, and does not compute its fields that are left out.
function pick<Row>(rows: Select<Row>, fields: readonly string[]): Select<Row> {
  const picked = fields.map((field) => `record.${field}`)
  return tables()
    .selectFrom(rows.as('record'))
    .select(picked as never) as never
}

/** Returns a SELECT that counts the matches of a query: at most 1,001 of them unless `exact`. */
function countQuery(matching: Select<unknown>, exact: boolean) {
  const ones = matching.select(sql.lit(1).as('one'))
  return tables()
    .selectFrom((exact ? ones : ones.limit(sql.lit(maxCounted + 1))).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
}

type Count = Statement<{ total: number }>

async function rowsWithCount<Row>(read: Read, rows: Statement<Row>, count: Count): Promise<[Row[], number]> {
  const [found, [counted]] = await readPair(read, rows, count)
  return [found, counted?.total ?? 0]
}

// Finding few matches may take long, so they are not counted if the last of them is on this page. Nor are they if the
// page begins after those that are counted.
async function rowsThenCount<Row>(
  read: Read,
  rows: Statement<Row>,
  count: Count,
  { limit, offset, with_total }: PageBounds,
): Promise<[Row[], number]> {
  const found = await read({ ...rows, unprepared: true })
  if (offset !== undefined && (found.length > 0 || offset === 0)) {
    const isLastPage = found.length <= limit
    if (isLastPage || (offset >= maxCounted && !with_total)) return [found, offset + found.length]
  }
  const { total } = await readRow(read, { ...count, unprepared: true })
  return [found, total]
}
