import { type SelectQueryBuilder, sql } from 'kysely'
import { countQuery, fetchSize, maxCounted } from './page.ts'
import type { Read } from './read.ts'
import { param, statement } from './statement.ts'

/** One page of a list. `more`: whether rows follow it. `total`: the number of matches, null where it was not counted. */
export type Page<Row> = { rows: Row[]; more: boolean; total: number | null }

// Which tables it joins is up to the caller.
// biome-ignore lint/suspicious/noExplicitAny: open over the tables of the query
export type Select<Row> = SelectQueryBuilder<any, any, Row>

/** How the rows of a list are ordered, and where a page continues. The defaults are newest first, by id. */
export type ListOrder<Row, Query> = {
  order: (rows: Select<Row>, query: Query) => Select<Row>
  /** Rows after the one that `query.cursor` names. */
  after: ReturnType<typeof sql<boolean>>
  /** Fields of the query that decide the order, and so are part of the statement. */
  literals: (keyof Query & string)[]
}

type Cut = { limit: number; offset?: number | undefined; with_total: boolean }

/**
 * Returns the reads of a list. `select` builds the SELECT on the alias `record`, with a condition for each filter that
 * the query contains; the row count uses the same SELECT.
 */
export function recordList<Row, Query extends { cursor?: unknown }>(
  select: (query: Partial<Query>) => Select<Row>,
  options: Partial<ListOrder<Row, Query>> = {},
) {
  const {
    order = (rows: Select<Row>) => rows.orderBy('record.id', 'desc'),
    after = sql<boolean>`record.id < ${param('cursor')}`,
    literals = [],
  } = options
  type Bound = Query & { fetch: number; offset?: number | undefined }
  const rows = statement(
    (query: Bound) => {
      const ordered = order(select(query), query)
      const fetch = sql.lit<number>(query.fetch)
      if (query.cursor !== undefined) return ordered.where(after).limit(fetch)
      // With OFFSET as a parameter, PostgreSQL would plan the first page again at every run.
      if (query.offset === undefined) return ordered.limit(fetch)
      // Only the ids of the skipped rows are read, not the columns and joins of the full SELECT.
      const page = ordered.clearSelect().select('record.id').limit(fetch).offset(param<number>('offset'))
      return order(select({}), query).where('record.id', 'in', page)
    },
    ['fetch', ...literals],
  )
  const count = statement(
    (query: Query & { with_total: boolean }) => countQuery(select(query).clearSelect(), query.with_total),
    ['with_total'],
  )
  return {
    /** Returns one page and the number of matches: at most 1,000 are counted unless `with_total` is set. */
    async page(read: Read, query: Query, { limit, offset, with_total }: Cut): Promise<Page<Row>> {
      const bound = { ...query, offset: offset || undefined, fetch: fetchSize(limit + 1) }
      const [found, [counted]] = await Promise.all([read(rows(bound)), read(count({ ...query, with_total }))])
      const matches = counted?.total ?? 0
      const total = with_total || matches <= maxCounted ? matches : null
      return { rows: found.slice(0, limit), more: found.length > limit, total }
    },
    /** Returns the first rows without counting. */
    async first(read: Read, query: Query, limit: number): Promise<Row[]> {
      return (await read(rows({ ...query, fetch: fetchSize(limit) }))).slice(0, limit)
    },
  }
}
