import { sql } from 'kysely'
import { type Read, readRow } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { toStorable } from '../record/rules/text.ts'

/** A text that may name a person, and the type of the records that may contain it. */
type PersonText = { record_type: string; text: string }

/** Returns whether a text is the name or email of a user, or the owner or assignee of a record of the type. */
export async function isKnownPerson(read: Read, named: PersonText): Promise<boolean> {
  return (await readRow(read, selectKnown({ ...named, text: toStorable(named.text) }))).is_known
}

const text = sql`lower(${param('text')}::text collate "und-x-icu")`
const isOn = (record_type: string, table: string, column: string) =>
  sql`(${param('record_type')}::text = ${sql.lit(record_type)}
    and exists (select from ${sql.table(table)} where lower(${sql.ref(column)} collate "und-x-icu") = ${text}))`

const selectKnown = statement(
  'people.known',
  { record_type: 'task', text: 'Anna' },
  (_: PersonText) => sql<{ is_known: boolean }>`
    select exists (select from users where lower(name collate "und-x-icu") = ${text} or email = ${text})
      or ${isOn('task', 'tasks', 'owner')} or ${isOn('decision', 'decisions', 'owner')}
      or ${isOn('service_task', 'service_tasks', 'assignee')} as is_known`,
)
