import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { notFound } from '../record/fault.ts'
import type { StoredChannel } from './channel.ts'
import type { StoredDelivery } from './delivery.ts'
import type { ReceiverKind } from './due.ts'
import type { StoredWebhook } from './webhook.ts'

const perPage = 50

/** The latest attempt of a receiver. */
type LastDelivery = Pick<StoredDelivery, 'result' | 'status' | 'last_attempt_at'>

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

const waitingOf = (kind: ReceiverKind) =>
  sql<number>`(select count(*) from deliveries
    where ${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and result = 'waiting')`.as('waiting')

const lastOf = (kind: ReceiverKind) =>
  sql<LastDelivery | null>`(select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries where ${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and last_attempt_at is not null
    order by last_attempt_at desc, id desc limit 1)`.as('last_delivery')

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

const selectAll = statement((_: Record<string, never>) => selectWebhooks().orderBy('webhook.id'))
const selectOne = statement((_: { id: number }) =>
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

/** A channel without its secret. */
export type Channel = Pick<
  StoredChannel,
  'id' | 'name' | 'kind' | 'hour' | 'state' | 'state_reason' | 'created_at'
> & {
  waiting: number
  last_delivery: LastDelivery | null
}

function selectChannels() {
  return db
    .selectFrom('channels as channel')
    .select([
      'channel.id',
      'channel.name',
      'channel.kind',
      'channel.hour',
      'channel.state',
      'channel.state_reason',
      'channel.created_at',
      waitingOf('channel'),
      lastOf('channel'),
    ])
    .$castTo<Channel>()
}

const selectAllChannels = statement((_: Record<string, never>) => selectChannels().orderBy('channel.id'))
const selectOneChannel = statement((_: { id: number }) =>
  selectChannels().where('channel.id', '=', param<number>('id')),
)

/** Returns all channels, the oldest first. */
export function listChannels(read: Read): Promise<Channel[]> {
  return read(selectAllChannels({}))
}

/** Returns a channel. Throws `not_found`. */
export async function readChannel(read: Read, id: number): Promise<Channel> {
  const [channel] = await read(selectOneChannel({ id }))
  if (!channel) throw notFound()
  return channel
}

/** A message with its latest attempt, without its body. */
export type Delivery = Omit<StoredDelivery, 'webhook_id' | 'channel_id' | 'message_id' | 'body'>

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
      'failure',
      'created_at',
    ])
    .where(`${kind}_id`, '=', param<number>('id'))
    .where(query.before === undefined ? sql<boolean>`true` : sql<boolean>`id < ${param('before')}`)
    .orderBy('id', 'desc')
    .limit(sql.lit(perPage + 1))
}

const selectOfWebhook = statement((query: DeliveryQuery) => selectDeliveries('webhook', query))
const selectOfChannel = statement((query: DeliveryQuery) => selectDeliveries('channel', query))

/** Returns a page of the deliveries of a receiver, the newest first, and the cursor of the page after it. */
export async function listDeliveries(
  read: Read,
  { kind, ...query }: DeliveryQuery & { kind: ReceiverKind },
): Promise<{ deliveries: Delivery[]; next: string | undefined }> {
  const rows = await read(kind === 'webhook' ? selectOfWebhook(query) : selectOfChannel(query))
  const deliveries = rows.slice(0, perPage)
  return { deliveries, next: rows.length > perPage ? String(deliveries.at(-1)?.id) : undefined }
}

const selectSent = statement((_: { id: number }) =>
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
