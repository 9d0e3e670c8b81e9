import { p } from '@mikro-orm/core'
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

/** SQL condition on a row aliased `record`: it has no owner, or one who is blocked. */
export const isWithoutOwner = `(record.owner_id is null
  or record.owner_id in (select id from users where status = 'blocked'))`
