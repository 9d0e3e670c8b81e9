import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { StoredMessage } from '../../language/stored-phrase.ts'
import { notFound } from '../../record/fault.ts'
import { storedReason } from '../reason.ts'
import { isDue, isFree, type LastDelivery, lastOf, waitingOf } from '../receiver.ts'
import { isLive } from '../subscription/owner.ts'
import type { StoredWebhook } from './webhook.ts'

/** A webhook without its secrets. */
export type Webhook = Pick<
  StoredWebhook,
  'id' | 'name' | 'url' | 'events' | 'state' | 'created_at' | 'created_by'
> & {
  state_reason: StoredMessage | null
  /** Until when its previous secret is valid too. */
  previous_secret_until: string | null
  /** Of a subscription: whose it is, what it chooses, and when it ends. */
  subscription: {
    owner: string
    token_id: number | null
    arguments: Record<string, unknown>
    expires_at: string
  } | null
  waiting: number
  last_delivery: LastDelivery | null
}

const owner = sql`coalesce(
  (select name from tokens where id = webhook.token_id),
  (select coalesce(connection.name, connection.client_id) || ' (' || person.name || ')'
    from oauth_records as connection join users as person on person.id = connection.user_id
    where connection.id = webhook.grant_id),
  webhook.credential)`

function selectWebhooks() {
  return db
    .selectFrom('webhooks as webhook')
    .select([
      'webhook.id',
      'webhook.name',
      'webhook.url',
      'webhook.events',
      'webhook.state',
      storedReason('webhook.state_reason').as('state_reason'),
      'webhook.created_at',
      'webhook.created_by',
      sql<
        string | null
      >`case when webhook.previous_secret_until > now() then webhook.previous_secret_until end`.as(
        'previous_secret_until',
      ),
      sql`case when webhook.subscription is not null then jsonb_build_object('owner', ${owner}, 'token_id', webhook.token_id,
        'arguments', webhook.arguments, 'expires_at', webhook.expires_at) end`.as('subscription'),
      waitingOf('webhook'),
      lastOf('webhook'),
    ])
    .$castTo<Webhook>()
}

const selectAll = statement('webhooks.list', {}, () =>
  selectWebhooks().where('webhook.subscription', 'is', null).orderBy('webhook.id'),
)
const selectOne = statement('webhooks.one', { id: 1 }, () =>
  selectWebhooks().where('webhook.id', '=', param<number>('id')),
)

/** Returns all webhooks that are not subscriptions, the oldest first. */
export function listWebhooks(read: Read): Promise<Webhook[]> {
  return read(selectAll({}))
}

const maxListed = 500

const selectSubscriptions = statement('webhooks.subscriptions', {}, () =>
  selectWebhooks()
    .where('webhook.subscription', 'is not', null)
    .where(isLive)
    .orderBy('webhook.id', 'desc')
    .limit(sql.lit(maxListed)),
)

/** Returns the subscriptions of all credentials, the newest first. At most 500. */
export function listSubscriptions(read: Read): Promise<Webhook[]> {
  return read(selectSubscriptions({}))
}

/** Returns a webhook. Throws `not_found`. */
export async function readWebhook(read: Read, id: number): Promise<Webhook> {
  const [webhook] = await read(selectOne({ id }))
  if (!webhook) throw notFound()
  return webhook
}

const selectIdle = statement('webhooks.idle', {}, () =>
  db
    .selectFrom('webhooks as webhook')
    .select([
      'id',
      'events',
      'cursor',
      'cursor_at',
      'snapshot',
      'failing_since',
      'subscription',
      'arguments',
      'credential',
      'oldest_at',
      isDue('webhook'),
    ])
    .where(isFree)
    .where(isLive)
    .orderBy('id'),
)

/** A webhook that is on and that no server sends to now. */
export type IdleWebhook = Awaited<ReturnType<typeof listIdleWebhooks>>[number]

/** Returns the webhooks that are on and that no server sends to now. */
export function listIdleWebhooks(read: Read) {
  return read(selectIdle({}))
}
