import { sql } from 'kysely'
import { Named } from '../record/named.ts'

/** The user whom a text names, in a response. */
export const NamedUser = Named.nullable()

/** The texts of a record that name a person, as columns of the alias `record`. */
type NameColumn = 'owner' | 'assignee'

/**
 * Returns the SQL expression for the user whose email or name equals `record.<column>` in any case, as a JSON object of
 * id and name, or null. A blocked user is nobody's owner. An email wins over a name, and of equal names the oldest user.
 */
export function namedUser(column: NameColumn) {
  const text = sql`lower(${sql.ref(`record.${column}`)} collate "und-x-icu")`
  return sql<Named | null>`(select json_build_object('id', id, 'name', name) from users
    where status <> 'blocked' and (lower(name collate "und-x-icu") = ${text} or email = ${text})
    order by email = ${text} desc, id limit 1)`
}
