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

/** Returns the name of a record with its slug or id, which tells it apart from others: `Scanner (scanner-2)`. */
export function withKey(name: string, key: string | number): string {
  return `${inOneLine(name)} (${key})`
}

/** Returns a text as a control of one line holds it: browsers remove line breaks. */
export function inOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, '').trim()
}

/** Returns what stands in parentheses at the end of a text, which may be the slug or id of a record. */
export function keyInParentheses(text: string): string | undefined {
  const start = text.lastIndexOf(' (')
  return start > 0 && text.endsWith(')') ? text.slice(start + 2, -1) : undefined
}
