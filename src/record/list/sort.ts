import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { nullableFields } from '../field.ts'
import { type Enumeration, enumerationOf, isScale, values } from '../rules/enumeration.ts'
import { rule } from '../rules/rule.ts'
import { trim } from '../rules/text.ts'
import type { ListOrder } from './record-list.ts'

/** Returns the rule for the `sort` of a list: one of these fields, with a minus for descending order. */
export function sortRule<F extends string>(...fields: [F, ...F[]]) {
  const orders = fields.flatMap((field) => [field, `-${field}` as const])
  return rule(trim, z.enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]]))
    .optional()
    .describe('The sort field, with a minus for descending order; newest first if omitted')
}

/** How a list is sorted. */
type Sorting = {
  /**
   * The schema of the rows. A field that may be null has null last in both directions, and a scale, such as the
   * severity, is sorted by degree.
   */
  schema: z.ZodObject
  /** The order of a query without `sort`. */
  newestFirst?: string
  /** The SQL of the fields that are not columns of the table by the same name. */
  expressions?: Record<string, RawBuilder<unknown>>
}

/** Returns the degree of a column whose values are a scale, also for the definition of an index. */
export function degreeOf(degrees: Enumeration, column: string): RawBuilder<number> {
  return sql`array_position(${sql.lit(`{${values(degrees)}}`)}::text[], ${sql.ref(column)})`
}

/** Returns the order that the `sort` of a query names. Equal values are sorted by id. */
export function bySort<Row, Query extends { sort?: string | undefined }>({
  schema,
  newestFirst = '-id',
  expressions = {},
}: Sorting): Pick<ListOrder<Row, Query>, 'order' | 'literals'> {
  const nullable = nullableFields(schema)
  return {
    order(rows, { sort = newestFirst }) {
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      const field = sort.replace('-', '')
      if (field === 'id') return rows.orderBy('record.id', direction)
      const value = expressions[field] ?? sql.ref(`record.${field}`)
      const enumeration = enumerationOf(schema.shape[field] as z.ZodType | undefined)
      const degrees = enumeration && isScale(enumeration) && sql.lit(`{${values(enumeration)}}`)
      return rows
        .orderBy(degrees ? sql`array_position(${degrees}::text[], ${value})` : value, (order) => {
          const directed = direction === 'desc' ? order.desc() : order.asc()
          return nullable.includes(field) ? directed.nullsLast() : directed
        })
        .orderBy('record.id', direction)
    },
    literals: ['sort'],
  }
}
