import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from './id.ts'

/** A referenced record, as answers embed it. */
export const Named = z.object({ id: Id, name: z.string() })
export type Named = z.output<typeof Named>

/**
 * Returns the SQL expression that embeds the record which `record.<column>` references, null if there is none.
 * `label` is the column that holds its name; `live` leaves out a record that was soft-deleted.
 */
export function embedded<Value = Named | null>(
  table: string,
  column: string,
  { label = 'name', live = false } = {},
) {
  return sql<Value>`(select json_build_object('id', id, 'name', ${sql.ref(label)}) from ${sql.table(table)}
    where id = record.${sql.ref(column)} ${live ? sql`and deleted_at is null` : sql``})`
}
