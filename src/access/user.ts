import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { languages } from '../language/languages.ts'
import { baseFields } from '../record/base-fields.ts'
import { columns, field, rules } from '../record/field.ts'
import { Named } from '../record/named.ts'
import { labels } from '../record/rules/description.ts'
import { accountEmail } from '../record/rules/email.ts'
import { choiceOf, enumOf, ofNames, values } from '../record/rules/enumeration.ts'
import { withoutCredentials } from '../record/rules/prose.ts'
import { text } from '../record/rules/text.ts'
import { wordsColumn } from '../record/text-search.ts'
import { roles, userStatuses } from './person.ts'

/** The languages, each with its name in itself. */
export const languageNames = ofNames(languages)

const fields = {
  ...baseFields,
  name: field(withoutCredentials(text(255)).register(labels, { en: 'Name', ru: 'Имя' }), p.text()),
  email: field(accountEmail, p.text().unique('users_email_taken')),
  role: field(enumOf(roles), p.enum(values(roles))),
  status: field(enumOf(userStatuses), p.enum(values(userStatuses)).default('active')),
  password: field(z.string(), p.text().hidden()),
  // Of the web interface. Null: that of the browser.
  language: field(
    choiceOf(languageNames).nullable(),
    p.enum(values(languages)).strictNullable().default(null),
  ),
}

/** A user. Only the hash of the password is stored. */
export const users = defineEntity({
  name: 'user',
  tableName: 'users',
  properties: { ...columns(fields), ...wordsColumn('name', 'email') },
})
export const StoredUser = z.object(rules(fields))
export type StoredUser = z.output<typeof StoredUser>

declare module '../database/tables.ts' {
  interface Tables {
    users: StoredUser
  }
}

/** A user without the password hash, as others see it. */
export const User = StoredUser.omit({ password: true, language: true })
export type User = z.output<typeof User>

/** The user whom a text names, in a response. */
export const NamedUser = Named.nullable()

// The texts of a record that name a person.
const nameColumns = ['owner', 'assignee'] as const
type NameColumn = (typeof nameColumns)[number]

/** Returns the person whom the text of a field may name, as a reference to the user. Undefined for any other field. */
export function personIn(field: string, value: unknown) {
  const isName = typeof value === 'string' && nameColumns.some((name) => name === field)
  return isName ? { record_type: 'person', record_id: value } : undefined
}

/**
 * The SQL expression for the text that names a row of `users` and no other user: the name, or the email if another user who
 * is not blocked has the same name.
 */
export const textOfUser = sql<string>`case when exists (
    select from users as other where other.id <> users.id and other.status <> 'blocked'
      and lower(other.name collate "und-x-icu") = lower(users.name collate "und-x-icu")
  ) then users.email else users.name end`

/**
 * Returns the SQL expression for the user whose email or name equals `record.<column>` in any case, as a JSON object of
 * id and name, or null. A blocked user owns no record. An email wins over a name, and of equal names the oldest user.
 */
export function namedUser(column: NameColumn) {
  const text = sql`lower(${sql.ref(`record.${column}`)} collate "und-x-icu")`
  return sql<Named | null>`(select json_build_object('id', id, 'name', name) from users
    where status <> 'blocked' and (lower(name collate "und-x-icu") = ${text} or email = ${text})
    order by email = ${text} desc, id limit 1)`
}
