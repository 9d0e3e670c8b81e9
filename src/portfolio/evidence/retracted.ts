import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** Whether a record that is named as evidence was retracted. */
export const Retracted = z.literal(true).optional().describe('Present if the record was retracted')

/** Returns the SQL of `true` if a record is retracted, else null. */
export function retractedOrNull(type: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  // `is_retracted` is a function of migration 0008.
  return sql<true | null>`nullif(is_retracted(${type}, ${id}), false)`
}
