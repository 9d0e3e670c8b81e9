import { type RawBuilder, sql } from 'kysely'
import { sqlText } from '../../database/tables.ts'

/** Returns the index for the order of a list that begins with the most urgent records. */
export function urgencyIndex(table: string, order: readonly RawBuilder<unknown>[]) {
  const name = `${table}_urgency`
  return { name, expression: `create index "${name}" on "${table}" (${sqlText(sql.join(order))})` }
}
