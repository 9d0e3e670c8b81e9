import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { ListOrder } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { slugExpressions } from '../place/slugs.ts'

/** The `sort` with which a list begins with the records that are still open, the most severe or urgent of them first. */
export const mostUrgentFirst = 'urgency'

type PortfolioOrder<Query> = {
  /** The schema of the rows. */
  schema: z.ZodObject
  /** The SQL of the fields that are not columns of the table. */
  expressions?: Record<string, RawBuilder<unknown>>
  /** The terms of the order `mostUrgentFirst`, which an index of the table has too. */
  urgency?: readonly RawBuilder<unknown>[]
  /** Fields of the query whose values each have their own SQL. */
  literals?: (keyof Query & string)[]
}

/** Returns the order of a portfolio list. */
export function portfolioOrder<Row, Query>({
  schema,
  expressions = {},
  urgency = [],
  literals = [],
}: PortfolioOrder<Query>): Partial<ListOrder<Row, Query>> {
  const sorting = bySort<Row, { sort?: string }>({
    schema,
    expressions: { ...slugExpressions, ...expressions },
  })
  const order: typeof sorting.order = (rows, query) =>
    query.sort === mostUrgentFirst
      ? urgency.reduce((sorted, term) => sorted.orderBy(term), rows)
      : sorting.order(rows, query)
  // Only the web interface sends a `sort`, so the queries of the API do not declare it.
  const options = { order, literals: [...sorting.literals, ...literals] }
  return options as never
}
