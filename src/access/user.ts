import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { baseFields } from '../record/base-fields.ts'
import { columns, field, rules } from '../record/field.ts'
import { accountEmail } from '../record/rules/email.ts'
import { enumOf, values } from '../record/rules/enumeration.ts'
import { withoutCredentials } from '../record/rules/prose.ts'
import { text } from '../record/rules/text.ts'
import { wordsColumn } from '../record/text-search/words-column.ts'
import { roles, userStatuses } from './person.ts'

const fields = {
  ...baseFields,
  name: field(withoutCredentials(text(255)), p.text()),
  email: field(accountEmail, p.text().unique('users_email_taken')),
  role: field(enumOf(roles), p.enum(values(roles))),
  status: field(enumOf(userStatuses), p.enum(values(userStatuses)).default('active')),
  password: field(z.string(), p.text().hidden()),
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

/** A user without the password hash. */
export const User = StoredUser.omit({ password: true })
export type User = z.output<typeof User>
