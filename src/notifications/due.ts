import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import type { StoredChannel } from './channel.ts'
import type { StoredWebhook } from './webhook.ts'

/** What gets notifications: a webhook or a channel. */
export type ReceiverKind = 'webhook' | 'channel'

// Whether the first delivery that waits for a receiver is due; null if none waits.
const isDue = (kind: ReceiverKind) =>
  sql<boolean | null>`(select next_attempt_at <= now() from deliveries
    where ${sql.ref(`${kind}_id`)} = receiver.id and result = 'waiting' order by id limit 1)`.as('is_due')

// No server sends to it now.
const isFree = sql<boolean>`(state = 'on' and coalesce(sender_until < now(), true))`

const selectWebhooks = statement((_: Record<string, never>) =>
  db
    .selectFrom('webhooks as receiver')
    .select(['id', 'events', 'cursor', 'cursor_at', 'snapshot', 'failing_since', isDue('webhook')])
    .where(isFree)
    .orderBy('id'),
)

const selectChannels = statement((_: Record<string, never>) =>
  db
    .selectFrom('channels as receiver')
    .select([
      'id',
      'cursor',
      'cursor_at',
      'snapshot',
      'guards',
      'hour',
      'digest_day',
      'failing_since',
      isDue('channel'),
    ])
    .select(sql<boolean>`coalesce(alerted_at < now() - interval '1 minute', true)`.as('may_alert'))
    .where(isFree)
    .orderBy('id'),
)

/** A receiver that is on and that no server sends to now. `is_due` is null if nothing waits for it. */
export type IdleReceiver = { id: number; is_due: boolean | null; failing_since: string | null }

/** A webhook that is on and that no server sends to now. */
export type IdleWebhook = Awaited<ReturnType<typeof listIdleWebhooks>>[number]

/** Returns the webhooks that are on and that no server sends to now. */
export function listIdleWebhooks(read: Read) {
  return read(selectWebhooks({}))
}

/** Returns the channels that are on and that no server sends to now. */
export function listIdleChannels(read: Read) {
  return read(selectChannels({}))
}

/** A delivery with what is needed to send it to its webhook or its channel. */
export type Sendable = Awaited<ReturnType<typeof findSendable>> & object

function selectSendable() {
  return db
    .selectFrom('deliveries as delivery')
    .leftJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .leftJoin('channels as channel', 'channel.id', 'delivery.channel_id')
    .select([
      'delivery.id',
      'delivery.message_id',
      'delivery.body',
      sql<Pick<
        StoredWebhook,
        'url' | 'secret' | 'previous_secret' | 'previous_secret_until'
      > | null>`case when webhook.id is not null then jsonb_build_object('url', webhook.url, 'secret', webhook.secret,
        'previous_secret', webhook.previous_secret, 'previous_secret_until', webhook.previous_secret_until) end`.as(
        'webhook',
      ),
      sql<Pick<
        StoredChannel,
        'kind' | 'chat_id' | 'email' | 'secret'
      > | null>`case when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id,
        'email', channel.email, 'secret', channel.secret) end`.as('channel'),
    ])
}

function selectFirstWaiting(kind: ReceiverKind) {
  return db
    .selectFrom(
      selectSendable()
        .select('delivery.next_attempt_at')
        .where(`delivery.${kind}_id`, '=', param<number>('id'))
        .where('delivery.result', '=', sql.lit('waiting'))
        .where(`${kind}.state`, '=', sql.lit('on'))
        .where(`${kind}.sender`, '=', param<string>('sender'))
        .orderBy('delivery.id')
        .limit(sql.lit(1))
        .as('first'),
    )
    .selectAll()
    .where(sql<boolean>`next_attempt_at <= now()`)
}

type Claimed = { id: number; sender: string }
const selectFirstOfWebhook = statement((_: Claimed) => selectFirstWaiting('webhook'))
const selectFirstOfChannel = statement((_: Claimed) => selectFirstWaiting('channel'))

/** Returns the first delivery that waits for a receiver, if it is due, the receiver is on and `sender` sends to it. */
export async function findFirstWaiting(
  read: Read,
  { kind, ...claimed }: Claimed & { kind: ReceiverKind },
): Promise<Sendable | undefined> {
  const select = kind === 'webhook' ? selectFirstOfWebhook : selectFirstOfChannel
  const [row] = await read(select(claimed))
  return row
}

const selectOne = statement((_: { id: number }) =>
  selectSendable().where('delivery.id', '=', param<number>('id')),
)

/** Returns a delivery. Undefined if there is none. */
export async function findSendable(read: Read, id: number) {
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
    .where(
      sql<boolean>`(webhook_id in (select id from webhooks where state <> 'off')
        or channel_id in (select id from channels where state <> 'off'))`,
    ),
)

/** Returns the age in seconds of the oldest delivery that waits for a receiver which is not switched off; 0 if none waits. */
export async function oldestWaiting(read: Read): Promise<number> {
  const [row] = await read(selectOldest({}))
  return row?.seconds ?? 0
}
