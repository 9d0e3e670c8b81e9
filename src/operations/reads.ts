import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { type Page, type PageRequest, recordReads } from '../database/record-reads.ts'
import { contains } from '../record/contains.ts'
import { notFound } from '../record/fault.ts'
import { paging } from '../record/paging.ts'
import { rule } from '../record/rule.ts'
import { text, trim } from '../record/text.ts'

/** What every list may be searched and ordered by. `name` is what the record is called by. */
export const listQuery = {
  search: text(255).optional().describe('Only what has this text in it'),
  sort: rule(trim, z.enum(['id', '-id', 'name', '-name', 'created_at', '-created_at']))
    .optional()
    .describe('By what, backwards with a minus; without it the newest first'),
  ...paging,
}

type ListQuery = PageRequest & { search?: string | undefined; sort?: string | undefined }

/** The reads of one kind of record. `name` is the column that its lists are ordered by name by. */
export function reads<Row, Query extends ListQuery>(
  // Which tables it joins is the caller's affair; the row is what it says.
  // biome-ignore lint/suspicious/noExplicitAny: open over the tables of the query
  select: (query: Partial<Query>) => SelectQueryBuilder<any, any, Row>,
  name = 'name',
) {
  const { list, one } = recordReads<Row, Query>(
    select,
    ({ sort = '-id', ...query }) => {
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      const by = sort.replace('-', '')
      // The rest of a query with its sort taken out is still a query to the select.
      const rows = select(query as Partial<Query>)
      const ordered =
        by === 'id' ? rows : rows.orderBy(sql.ref(`record.${by === 'name' ? name : by}`), direction)
      return ordered.orderBy('record.id', direction)
    },
    ['sort'],
  )
  return {
    list: (read: Read, query: Query): Promise<Page<Row>> =>
      list(read, { ...query, search: query.search === undefined ? undefined : contains(query.search) }),
    /** Throws where there is no such record. */
    async one(read: Read, id: number): Promise<Row> {
      const row = await one(read, id)
      if (!row) throw notFound()
      return row
    },
  }
}
