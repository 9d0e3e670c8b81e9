import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { StoredMessage } from '../../language/stored-phrase.ts'
import { notFound } from '../../record/fault.ts'
import type { StoredChannel } from '../channel/channel.ts'
import { storedReason } from '../reason.ts'
import type { ReceiverKind } from '../receiver.ts'
import { isLive } from '../subscription/owner.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import type { StoredDelivery } from './delivery.ts'

const perPage = 50

/** A message with its latest attempt, without its body. */
export type Delivery = Omit<
  StoredDelivery,
  'webhook_id' | 'channel_id' | 'message_id' | 'body' | 'failure' | 'failure_phrase'
> & { failure: StoredMessage | null }

type DeliveryQuery = { id: number; before: number | undefined }

function selectDeliveries(kind: ReceiverKind, query: DeliveryQuery) {
  return db
    .selectFrom('deliveries')
    .select([
      'id',
      'type',
      'result',
      'attempts',
      'next_attempt_at',
      'last_attempt_at',
      'duration_ms',
      'status',
      'answer',
      storedReason('failure').as('failure'),
      'created_at',
    ])
    .where(`${kind}_id`, '=', param<number>('id'))
    .where(query.before === undefined ? sql<boolean>`true` : sql<boolean>`id < ${param('before')}`)
    .orderBy('id', 'desc')
    .limit(sql.lit(perPage + 1))
}

const selectOfWebhook = statement('webhooks.deliveries', { id: 1, before: 9 }, (query: DeliveryQuery) =>
  selectDeliveries('webhook', query),
)
const selectOfChannel = statement('channels.deliveries', { id: 1, before: 9 }, (query: DeliveryQuery) =>
  selectDeliveries('channel', query),
)

/** Returns a page of the deliveries of a receiver, the newest first, and the cursor of the page after it. */
export async function listDeliveries(
  read: Read,
  { kind, ...query }: DeliveryQuery & { kind: ReceiverKind },
): Promise<{ deliveries: Delivery[]; next: string | undefined }> {
  const rows = await read(kind === 'webhook' ? selectOfWebhook(query) : selectOfChannel(query))
  const deliveries = rows.slice(0, perPage)
  return { deliveries, next: rows.length > perPage ? String(deliveries.at(-1)?.id) : undefined }
}

const selectSent = statement('deliveries.sent', { id: 1 }, () =>
  db
    .selectFrom('deliveries')
    .select(['type', 'body', 'created_at', 'webhook_id', 'channel_id'])
    .where('id', '=', param<number>('id')),
)

/** Returns what a delivery sends, and its receiver. Throws `not_found`. */
export async function readDelivery(read: Read, id: number) {
  const [delivery] = await read(selectSent({ id }))
  if (!delivery) throw notFound()
  return delivery
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
        'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'subscription'
      > | null>`case when webhook.id is not null and ${isLive} then jsonb_build_object('url', webhook.url,
        'secret', webhook.secret, 'previous_secret', webhook.previous_secret,
        'previous_secret_until', webhook.previous_secret_until, 'subscription', webhook.subscription) end`.as(
        'webhook',
      ),
      sql<Pick<
        StoredChannel,
        'kind' | 'chat_id' | 'email' | 'secret' | 'language'
      > | null>`case when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id,
        'email', channel.email, 'secret', channel.secret, 'language', channel.language) end`.as('channel'),
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
        .where(kind === 'webhook' ? isLive : sql<boolean>`true`)
        .orderBy('delivery.id')
        .limit(sql.lit(1))
        .as('first'),
    )
    .selectAll()
    .where(sql<boolean>`next_attempt_at <= now()`)
}

type Claimed = { id: number; sender: string }
const selectFirstOfWebhook = statement('webhooks.first_delivery', { id: 1, sender: 's-1' }, () =>
  selectFirstWaiting('webhook'),
)
const selectFirstOfChannel = statement('channels.first_delivery', { id: 1, sender: 's-1' }, () =>
  selectFirstWaiting('channel'),
)

/** Returns the first delivery that waits for a receiver, if it is due, the receiver is on and `sender` sends to it. */
export async function findFirstWaiting(
  read: Read,
  { kind, ...claimed }: Claimed & { kind: ReceiverKind },
): Promise<Sendable | undefined> {
  const select = kind === 'webhook' ? selectFirstOfWebhook : selectFirstOfChannel
  const [row] = await read(select(claimed))
  return row
}

const selectOne = statement('deliveries.one', { id: 1 }, () =>
  selectSendable().where('delivery.id', '=', param<number>('id')),
)

/** Returns a delivery. Undefined if there is none. */
export async function findSendable(read: Read, id: number) {
  const [row] = await read(selectOne({ id }))
  return row
}

const selectOldest = statement('deliveries.oldest', {}, () =>
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
