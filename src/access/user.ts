import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { accountEmail } from '../record/email.ts'
import { columns, field, rules } from '../record/field.ts'
import { stored } from '../record/stored.ts'
import { term, values } from '../record/term.ts'
import { text } from '../record/text.ts'
import { roles, userStatuses } from './person.ts'

const fields = {
  ...stored,
  name: field(text(255), p.text()),
  email: field(accountEmail, p.text().unique('users_email_taken')),
  role: field(term(roles), p.enum(values(roles))),
  status: field(term(userStatuses), p.enum(values(userStatuses)).default('active')),
  password: field(z.string(), p.text().hidden()),
}

/** A person with an account. The password itself is nowhere: only its hash is kept. */
export const users = defineEntity({ name: 'user', tableName: 'users', properties: columns(fields) })
export const StoredUser = z.object(rules(fields))
export type StoredUser = z.output<typeof StoredUser>

/** A person as they are shown. */
export const User = StoredUser.omit({ password: true })
export type User = z.output<typeof User>

/** A password as somebody types it: nothing is trimmed from it. */
export const Password = z.string().min(1).max(1024)
