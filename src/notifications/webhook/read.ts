import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { notFound } from '../../record/fault.ts'
import { isDue, isFree, type LastDelivery, lastOf, waitingOf } from '../receiver.ts'
import type { StoredWebhook } from './webhook.ts'

/** A webhook without its secrets. */
export type Webhook = Pick<
  StoredWebhook,
  'id' | 'name' | 'url' | 'events' | 'state' | 'state_reason' | 'created_at' | 'created_by'
> & {
  /** Until when its previous secret is valid too. */
  previous_secret_until: string | null
  waiting: number
  last_delivery: LastDelivery | null
}

function selectWebhooks() {
  return db
    .selectFrom('webhooks as webhook')
    .select([
      'webhook.id',
      'webhook.name',
      'webhook.url',
      'webhook.events',
      'webhook.state',
      'webhook.state_reason',
      'webhook.created_at',
      'webhook.created_by',
      sql<
        string | null
      >`case when webhook.previous_secret_until > now() then webhook.previous_secret_until end`.as(
        'previous_secret_until',
      ),
      waitingOf('webhook'),
      lastOf('webhook'),
    ])
    .$castTo<Webhook>()
}

const selectAll = statement('webhooks.list', {}, () => selectWebhooks().orderBy('webhook.id'))
const selectOne = statement('webhooks.one', { id: 1 }, () =>
  selectWebhooks().where('webhook.id', '=', param<number>('id')),
)

/** Returns all webhooks, the oldest first. */
export function listWebhooks(read: Read): Promise<Webhook[]> {
  return read(selectAll({}))
}

/** Returns a webhook. Throws `not_found`. */
export async function readWebhook(read: Read, id: number): Promise<Webhook> {
  const [webhook] = await read(selectOne({ id }))
  if (!webhook) throw notFound()
  return webhook
}

const selectIdle = statement('webhooks.idle', {}, () =>
  db
    .selectFrom('webhooks as receiver')
    .select(['id', 'events', 'cursor', 'cursor_at', 'snapshot', 'failing_since', isDue('webhook')])
    .where(isFree)
    .orderBy('id'),
)

/** A webhook that is on and that no server sends to now. */
export type IdleWebhook = Awaited<ReturnType<typeof listIdleWebhooks>>[number]

/** Returns the webhooks that are on and that no server sends to now. */
export function listIdleWebhooks(read: Read) {
  return read(selectIdle({}))
}
