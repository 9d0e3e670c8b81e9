import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import type { StoredDelivery } from './delivery.ts'
import type { StoredWebhook } from './webhook.ts'

type Tables = { webhooks: StoredWebhook; deliveries: StoredDelivery }
const db = tables<Tables>()

/** A webhook that is on and that no server sends to now. `is_due` is whether its first waiting delivery is due, null if none waits. */
export type IdleWebhook = Pick<StoredWebhook, 'id' | 'events' | 'cursor' | 'cursor_at' | 'snapshot'> & {
  is_due: boolean | null
}

const selectIdle = statement((_: Record<string, never>) =>
  db
    .selectFrom('webhooks as webhook')
    .select([
      'webhook.id',
      'webhook.events',
      'webhook.cursor',
      'webhook.cursor_at',
      'webhook.snapshot',
      sql<boolean | null>`(select next_attempt_at <= now() from deliveries
        where webhook_id = webhook.id and result = 'waiting' order by id limit 1)`.as('is_due'),
    ])
    .where('webhook.state', '=', sql.lit('on'))
    .where(sql<boolean>`coalesce(webhook.sender_until < now(), true)`)
    .orderBy('webhook.id'),
)

/** Returns the webhooks that are on and that no server sends to now. */
export function listIdleWebhooks(read: Read): Promise<IdleWebhook[]> {
  return read(selectIdle({}))
}

/** A delivery with the webhook that it is sent to. */
export type Sendable = Pick<StoredDelivery, 'id' | 'message_id' | 'body'> &
  Pick<StoredWebhook, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until'>

function selectSendable() {
  return db
    .selectFrom('deliveries as delivery')
    .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select([
      'delivery.id',
      'delivery.message_id',
      'delivery.body',
      'webhook.url',
      'webhook.secret',
      'webhook.previous_secret',
      'webhook.previous_secret_until',
    ])
}

const selectFirstWaiting = statement((_: { webhook_id: number; sender: string }) =>
  db
    .selectFrom(
      selectSendable()
        .select('delivery.next_attempt_at')
        .where('delivery.webhook_id', '=', param<number>('webhook_id'))
        .where('delivery.result', '=', sql.lit('waiting'))
        .where('webhook.state', '=', sql.lit('on'))
        .where('webhook.sender', '=', param<string>('sender'))
        .orderBy('delivery.id')
        .limit(sql.lit(1))
        .as('first'),
    )
    .selectAll()
    .where(sql<boolean>`next_attempt_at <= now()`),
)

/** Returns the first waiting delivery of a webhook, if it is due, the webhook is on and `sender` sends to it. */
export async function findFirstWaiting(
  read: Read,
  webhook_id: number,
  sender: string,
): Promise<Sendable | undefined> {
  const [row] = await read(selectFirstWaiting({ webhook_id, sender }))
  return row
}

const selectOne = statement((_: { id: number }) =>
  selectSendable().where('delivery.id', '=', param<number>('id')),
)

/** Returns a delivery. Undefined if there is none. */
export async function findSendable(read: Read, id: number): Promise<Sendable | undefined> {
  const [row] = await read(selectOne({ id }))
  return row
}

const selectOldest = statement((_: Record<string, never>) =>
  db
    .selectFrom('deliveries')
    .select(
      sql<number>`coalesce(greatest(0, extract(epoch from clock_timestamp() - min(deliveries.created_at))), 0)::float8`.as(
        'seconds',
      ),
    )
    .where('result', '=', sql.lit('waiting'))
    .where(sql<boolean>`webhook_id in (select id from webhooks where state <> 'off')`),
)

/** Returns the age in seconds of the oldest delivery that waits, of the webhooks that are not switched off; 0 if none waits. */
export async function oldestWaiting(read: Read): Promise<number> {
  const [row] = await read(selectOldest({}))
  return row?.seconds ?? 0
}
