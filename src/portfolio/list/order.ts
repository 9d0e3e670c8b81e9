import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { ListOrder } from '../../record/list/record-list.ts'
import { bySort } from '../../record/list/sort.ts'
import { slugExpressions } from '../place/slugs.ts'

/**
 * Returns the order of a portfolio list. `schema` describes its rows. `expressions` is the SQL of the fields that are
 * not columns of the table. Each value of the query fields `literals` has its own SQL.
 */
export function portfolioOrder<Row, Query>(
  schema: z.ZodObject,
  expressions: Record<string, RawBuilder<unknown>> = {},
  literals: (keyof Query & string)[] = [],
): Partial<ListOrder<Row, Query>> {
  const sorting = bySort<Row, object>({ schema, expressions: { ...slugExpressions, ...expressions } })
  // Only the web interface sends a `sort`, so the queries of the API do not declare it.
  const options = { ...sorting, literals: [...sorting.literals, ...literals] }
  return options as never
}
