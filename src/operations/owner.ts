import { p } from '@mikro-orm/core'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { users } from '../access/user.ts'
import { field } from '../record/field.ts'
import { Id, Reference } from '../record/rules/id.ts'
import { nullable } from '../record/rules/rule.ts'

/** The user who owns a record, or null. */
export const ownerReference = {
  owner_id: field(
    Id.nullable(),
    p.manyToOne(users).mapToPk().fieldName('owner_id').strictNullable().default(null),
  ),
}

/** The owner in a body that creates or changes a record. */
export const settableOwner = { owner_id: nullable(Reference).describe('Only admins may set it') }

/** Returns the condition that a record with this owner has none, or one who is blocked. */
export function isWithoutOwner(owner: Expression<unknown>): RawBuilder<boolean> {
  return sql`(${owner} is null or ${owner} in (select id from users where status = 'blocked'))`
}
