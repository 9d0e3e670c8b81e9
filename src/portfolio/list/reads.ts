import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { notFound } from '../../record/fault.ts'
import { recordList, type Select } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { containsPattern } from '../../record/text-search/contains-pattern.ts'
import type { Warning } from '../../record/warning.ts'
import type { RecordName } from '../place/find.ts'
import { slugExpressions } from '../place/slugs.ts'
import { type Slugged, slugWarnings } from './filter.ts'
import { type ListMeta, listMeta, type Paging } from './paging.ts'

// Only the web interface sorts these lists.
type Sorted = { sort?: string | undefined; cursor?: never }

type List<Row> = { rows: Row[]; meta: ListMeta; warnings: Warning[] }

/**
 * Returns the reads of one kind of portfolio record. `schema` describes its rows. `select` is passed to `recordList`;
 * its `q` is replaced by its `containsPattern`. `expressions` is the SQL of the fields that are not columns of the table.
 * Each value of the query fields `literals` has its own SQL.
 */
export function portfolioReads<Row extends Slugged, Query extends Paging & Slugged>(
  schema: z.ZodObject,
  select: (query: Partial<Query>) => Select<Row>,
  expressions: Record<string, RawBuilder<unknown>> = {},
  literals: (keyof Query & string)[] = [],
) {
  const sorting = bySort<Row, Query & Sorted>({
    schema,
    expressions: { ...slugExpressions, ...expressions },
  })
  const { page, first } = recordList<Row, Query & Sorted>(select, {
    ...sorting,
    literals: [...sorting.literals, ...literals],
    planned: ['q'],
  })
  const named = statement((name: RecordName) => select({}).where(nameCondition(name)))
  return {
    /**
     * Returns a page, newest first unless the query has a `sort`. `values` replaces values of the query that conditions
     * compare with.
     */
    async list(read: Read, query: Query, values: object = {}): Promise<List<Row>> {
      const { rows, total } = await page(read, { ...withPattern(query), ...values }, query)
      const warnings = await slugWarnings(read, query, rows)
      return { rows, meta: listMeta(query, rows.length, total), warnings }
    },
    /** Returns the newest records that match. */
    async latest(read: Read, query: Partial<Query>, limit: number): Promise<Row[]> {
      return first(read, withPattern(query as Query), limit)
    },
    /** Throws `not_found` if there is no such record. */
    async one(read: Read, name: RecordName): Promise<Row> {
      const [row] = await read(named(name))
      if (!row) throw notFound()
      return row
    },
  }
}

function withPattern<Query extends { q?: string | undefined }>(query: Query): Query {
  return query.q === undefined ? query : { ...query, q: containsPattern(query.q) }
}

function nameCondition(name: RecordName) {
  return name.id === undefined
    ? sql<boolean>`record.slug = ${param('slug')}`
    : sql<boolean>`record.id = ${param('id')}`
}
