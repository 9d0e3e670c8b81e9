import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { notFound } from '../fault.ts'
import { containsPattern } from '../text-search/contains-pattern.ts'
import { type ListOrder, type Page, recordList, type Select } from './record-list.ts'

/** The requested page of a list: a page number, or the rows after the one that `cursor` identifies. */
export type PageRequest = {
  page?: number | undefined
  per_page: number
  with_total: boolean
  cursor?: unknown
}

/**
 * Returns the reads of one kind of record: `list` returns a page, `one` a record by its id. `select` and
 * `options` are those of `recordList`; `select` receives the `containsPattern` of `search`.
 */
export function recordReads<Row, Query extends PageRequest & { search?: string | undefined }>(
  select: (query: Partial<Query>) => Select<Row>,
  options: Partial<ListOrder<Row, Query>> = {},
) {
  const { page } = recordList(select, { ...options, planned: ['search', ...(options.planned ?? [])] })
  const selectById = statement((_: { id: number }) =>
    select({}).where(sql<boolean>`record.id = ${param('id')}`),
  )
  return {
    async list(read: Read, query: Query): Promise<Page<Row>> {
      const { per_page, with_total, cursor, search } = query
      const offset = cursor === undefined ? ((query.page ?? 1) - 1) * per_page : undefined
      const values = search === undefined ? query : { ...query, search: containsPattern(search) }
      return page(read, values, { limit: per_page, offset, with_total })
    },
    /** Returns a record by its id. Throws `not_found` if it does not exist. */
    async one(read: Read, id: number): Promise<Row> {
      const [row] = await read(selectById({ id }))
      if (!row) throw notFound()
      return row
    },
  }
}
