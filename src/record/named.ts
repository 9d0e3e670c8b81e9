import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Id } from './rules/id.ts'

/** A referenced record in a response. */
export const Named = z.object({ id: Id, name: z.string() })
export type Named = z.output<typeof Named>

/**
 * Returns the SQL expression for the record that `record.<column>` references, as a JSON object of its id and
 * name, or null. `label` is the column with the name; with `live`, a soft-deleted record is null.
 */
export function namedReference<Value = Named | null>(
  table: string,
  column: string,
  { label = 'name', live = false } = {},
) {
  return sql<Value>`(select json_build_object('id', id, 'name', ${sql.ref(label)}) from ${sql.table(table)}
    where id = record.${sql.ref(column)} ${live ? sql`and deleted_at is null` : sql``})`
}

/** Returns the SQL expression for the name of a referenced record, for the order of lists. */
export function nameIn(record: RawBuilder<unknown>) {
  return sql<string | null>`${record} ->> 'name'`
}
