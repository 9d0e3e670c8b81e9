import { sql } from 'kysely'
import type { Read } from '../database/read.ts'
import { param, statement, tables } from '../database/statement.ts'
import { notFound } from '../record/fault.ts'
import type { StoredDelivery } from './delivery.ts'
import type { StoredWebhook } from './webhook.ts'

const perPage = 50

const db = tables<{ webhooks: StoredWebhook; deliveries: StoredDelivery }>()

/** The latest attempt of a webhook. */
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
      sql<number>`(select count(*) from deliveries where webhook_id = webhook.id and result = 'waiting')`.as(
        'waiting',
      ),
      sql<LastDelivery | null>`(select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
        from deliveries where webhook_id = webhook.id and last_attempt_at is not null
        order by last_attempt_at desc, id desc limit 1)`.as('last_delivery'),
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

const selectPaused = statement((_: Record<string, never>) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'name', 'state_reason'])
    .where('state', '=', sql.lit('paused'))
    .orderBy('id'),
)

/** Returns the webhooks that are paused, and why. */
export function listPausedWebhooks(
  read: Read,
): Promise<Pick<StoredWebhook, 'id' | 'name' | 'state_reason'>[]> {
  return read(selectPaused({}))
}

/** A message to a webhook with its latest attempt. */
export type Delivery = Omit<StoredDelivery, 'webhook_id' | 'message_id'>

const selectDeliveries = statement((query: { webhook_id: number; before: number | undefined }) =>
  db
    .selectFrom('deliveries')
    .select([
      'id',
      'type',
      'body',
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
    .where('webhook_id', '=', param<number>('webhook_id'))
    .where(query.before === undefined ? sql<boolean>`true` : sql<boolean>`id < ${param('before')}`)
    .orderBy('id', 'desc')
    .limit(sql.lit(perPage + 1)),
)

/** Returns a page of the deliveries of a webhook, the newest first, and the cursor of the page after it. */
export async function listDeliveries(
  read: Read,
  query: { webhook_id: number; before: number | undefined },
): Promise<{ deliveries: Delivery[]; next: string | undefined }> {
  const rows = await read(selectDeliveries(query))
  const deliveries = rows.slice(0, perPage)
  return { deliveries, next: rows.length > perPage ? String(deliveries.at(-1)?.id) : undefined }
}
