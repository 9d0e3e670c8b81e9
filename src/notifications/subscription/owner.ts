import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { policyDenied } from '../../record/fault.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'

/** The credential that a subscription belongs to, and ends with. */
export type Owner = { credential: string } & Pick<
  StoredWebhook,
  'token_id' | 'grant_id' | 'environment_digest'
>

/** Returns a caller as the owner of subscriptions. Throws `policy_denied` if its credential cannot have any. */
export function ownerOf({ credential, stored, grant_id, environment_digest }: Caller): Owner {
  const token_id = stored?.table === 'tokens' ? stored.id : undefined
  if ((token_id ?? grant_id ?? environment_digest) === undefined) throw policyDenied()
  return {
    credential,
    token_id: token_id ?? null,
    grant_id: grant_id ?? null,
    environment_digest: environment_digest ?? null,
  }
}

/**
 * Whether the table `webhook` is not a subscription, or one that has not expired and whose credential may still read. A
 * token of the environment is compared by `deleteEnded`, because the environment changes only while the server is stopped.
 */
export const isLive = sql<boolean>`(webhook.subscription is null or (webhook.expires_at > now() and case
  when webhook.token_id is not null then exists (select from tokens as token where token.id = webhook.token_id
    and token.revoked_at is null and coalesce(token.expires_at > now(), true) and token.abilities @> '["read"]')
  when webhook.grant_id is not null then exists (select from oauth_records as connection
    join users as person on person.id = connection.user_id where connection.id = webhook.grant_id
    and coalesce(connection.expires_at > now(), true) and person.status = 'active' and person.role in ('admin', 'manager'))
  else true end))`

const deleteAll = statement(
  'subscriptions.delete_ended',
  { environment: ['f0e1'] },
  (_: { environment: string[] }) => sql`
    delete from webhooks as webhook where subscription is not null
      and (not ${isLive} or (environment_digest is not null and environment_digest <> all(${param('environment')}::text[])))`,
)

/** Deletes the subscriptions that have expired, and those whose credential has ended. */
export async function deleteEnded(em: EntityManager, environment: string[]): Promise<void> {
  await readInTransaction(em)(deleteAll({ environment }))
}
