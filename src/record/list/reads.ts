import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import type { Select } from '../../database/tables.ts'
import { notFound } from '../fault.ts'
import { containsPattern } from '../text-search.ts'
import { type ListOrder, type Page, recordList } from './record-list.ts'

/** The requested page of a list: a page number, or the rows after the one that `cursor` identifies. */
export type PageRequest = {
  page?: number | undefined
  per_page: number
  with_total: boolean
  cursor?: unknown
}

/** The requested rows of a list: so many after the first ones. The web interface pages such a list by number. */
export type RowsRequest = { limit: number; offset: number; with_total: boolean; cursor?: never }

/** The filters for a text that is part of a title or name. */
type TextFilters = { search?: string | undefined; q?: string | undefined }
const textFilters = ['search', 'q'] as const

/**
 * Returns the reads of one kind of record: `list` returns a page, `latest` the newest records that match, `one` a record
 * by its id. `name`, `example`, `select` and `options` are passed to `recordList`; `select` receives the `containsPattern` of a text filter.
 */
export function recordReads<Row, Query extends (PageRequest | RowsRequest) & TextFilters>(
  name: string,
  example: Partial<Query>,
  select: (query: Partial<Query>) => Select<Row>,
  options: Partial<ListOrder<Row, Query>> = {},
) {
  const { page, first } = recordList(name, example, select, {
    ...options,
    unpreparedFilters: [...textFilters, ...(options.unpreparedFilters ?? [])],
  })
  const selectById = statement(`${name}.one`, { id: 1 }, () =>
    select({}).where(sql<boolean>`record.id = ${param('id')}`),
  )
  return {
    async list(read: Read, query: Query): Promise<Page<Row>> {
      return page(read, withPatterns(query), boundsOf(query))
    },
    async latest(read: Read, query: Partial<Query>, limit: number): Promise<Row[]> {
      return first(read, withPatterns(query as Query), limit)
    },
    /** Throws `not_found` if there is no such record. */
    async one(read: Read, id: number): Promise<Row> {
      const [row] = await read(selectById({ id }))
      if (!row) throw notFound()
      return row
    },
  }
}

/** Returns the function that reads a record by its slug or id. `one` reads it by id. It throws `not_found`. */
export function oneByName<Row>(
  name: string,
  select: () => Select<Row>,
  one: (read: Read, id: number) => Promise<Row>,
) {
  const selectBySlug = statement(`${name}.one_by_slug`, { slug: 'qr-scanner' }, () =>
    select().where(sql<boolean>`record.slug = ${param('slug')}`),
  )
  return async (read: Read, { id, slug = '' }: { id?: number | undefined; slug?: string | undefined }) => {
    if (id !== undefined) return one(read, id)
    const [row] = await read(selectBySlug({ slug }))
    if (!row) throw notFound()
    return row
  }
}

function withPatterns<Query extends TextFilters>(query: Query): Query {
  const patterns = textFilters.map((name) => {
    const text = query[name]
    return text === undefined ? {} : { [name]: containsPattern(text) }
  })
  return Object.assign({}, query, ...patterns)
}

// The web interface sends a page number to every list, so that it comes before the default of `limit`.
function boundsOf(query: PageRequest | RowsRequest) {
  if (!('per_page' in query)) return query
  const { page = 1, per_page: limit, with_total, cursor } = query
  return { limit, offset: cursor === undefined ? (page - 1) * limit : undefined, with_total }
}
