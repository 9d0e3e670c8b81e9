import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { type StoredUser, users } from '../access/user.ts'
import { addHistory } from '../journal/save.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { columns, field } from '../record/field.ts'
import { Id } from '../record/rules/id.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(
    Id,
    p.manyToOne(users).mapToPk().fieldName('user_id').updateRule('no action').deleteRule('cascade'),
  ),
  issuer: field(z.string(), p.text()),
  // The id of the account at the issuer, which it never gives to another person.
  subject: field(z.string(), p.text()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** The account of an OpenID provider with which a user signs in: at each issuer one. */
export const openIdAccounts = defineEntity({
  name: 'openid_account',
  tableName: 'openid_accounts',
  properties: columns(fields),
  uniques: [
    { name: 'openid_accounts_subject_taken', properties: ['issuer', 'subject'] },
    { name: 'openid_accounts_issuer_taken', properties: ['user_id', 'issuer'] },
  ],
})

/**
 * Ends the link of a user, whose row is locked, with accounts of OpenID providers. The next sign-in links the account that
 * has the email of the user. Returns whether there was a link.
 */
export async function unlinkAccounts(em: EntityManager, actor: Actor, user: StoredUser): Promise<boolean> {
  requireAdministrator(actor)
  const wasLinked = (await em.nativeDelete(openIdAccounts, { user_id: user.id })) > 0
  if (wasLinked) addHistory(em, actor, user, 'unlinked', {})
  return wasLinked
}
