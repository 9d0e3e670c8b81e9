import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../database/read.ts'
import { type Page, recordReads } from '../database/record-reads.ts'
import { all, param } from '../database/statement.ts'
import { contains } from '../record/contains.ts'
import { notFound } from '../record/fault.ts'
import { Reference } from '../record/id.ts'
import { paging } from '../record/paging.ts'
import { text } from '../record/text.ts'

/** What every list of resources may be narrowed by. */
export const resourceQuery = {
  ...paging,
  search: text(255).optional().describe('Only what has this text in its name or title'),
}

/** The same for resources that are about a service. */
export const aboutServiceQuery = {
  ...resourceQuery,
  service_id: Reference.optional().describe('Only what is about this service'),
}

type ResourceQuery = z.output<z.ZodObject<typeof resourceQuery>>
type Filters = { status?: string | undefined; service_id?: number | undefined; search?: string | undefined }

/** Their conditions on the table that is aliased `record`; `label` is what a search looks into. */
export function resourceFilters(query: Filters, label: 'name' | 'title') {
  return all([
    query.status !== undefined && sql`record.status = ${param('status')}`,
    query.service_id !== undefined && sql`record.service_id = ${param('service_id')}`,
    query.search !== undefined && sql`${sql.ref(`record.${label}`)} ilike ${param('search')}`,
  ])
}

/** The reads of one kind of resource: a list, newest first, and one by its number, which throws where there is none. */
export function resourceReads<Row, Query extends ResourceQuery>(
  // biome-ignore lint/suspicious/noExplicitAny: open over the tables of the query
  select: (query: Partial<Query>) => SelectQueryBuilder<any, any, Row>,
) {
  const reads = recordReads<Row, Query>(select)
  return {
    list: (read: Read, query: Query): Promise<Page<Row>> =>
      reads.list(read, query.search === undefined ? query : { ...query, search: contains(query.search) }),
    one: async (read: Read, id: number): Promise<Row> => {
      const record = await reads.one(read, id)
      if (!record) throw notFound()
      return record
    },
  }
}
