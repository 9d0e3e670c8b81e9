import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { insertRows } from '../../journal/insert.ts'
import { translate } from '../../language/translate.ts'
import { notFound } from '../../record/fault.ts'
import { channels } from '../channel/channel.ts'
import type { ReceiverKind } from '../receiver.ts'
import { webhooks } from '../webhook/webhook.ts'
import { deliveries, newMessageId, type StoredDelivery, testTypes } from './delivery.ts'

/** Stores a test message with a link for a webhook, whatever its state. `sendNow` sends it. Returns its id. */
export async function createWebhookTest(
  em: EntityManager,
  actor: Actor,
  webhook_id: number,
  url: string,
): Promise<number> {
  requireAdministrator(actor)
  const webhook = await em.findOne(webhooks, { id: webhook_id, subscription: null })
  if (!webhook) throw notFound()
  const data = {
    seq: null,
    entity: 'webhook',
    id: webhook.id,
    slug: null,
    title: webhook.name,
    event: 'test',
    product_slug: null,
    actor: actor.by,
    url,
  }
  const body = JSON.stringify({ type: testTypes.webhook, timestamp: new Date().toISOString(), data })
  return store(em, { webhook_id, type: testTypes.webhook, body })
}

/** Stores a test message with a link for a channel, whatever its state. `sendNow` sends it. Returns its id. */
export async function createChannelTest(
  em: EntityManager,
  actor: Actor,
  channel_id: number,
  url: string,
): Promise<number> {
  requireAdministrator(actor)
  const channel = await em.findOne(channels, { id: channel_id })
  if (!channel) throw notFound()
  const body = `${translate(channel.language, 'notifications.test')}\n${url}`
  return store(em, { channel_id, type: testTypes.channel, body })
}

// It is sent once, so it has failed until it arrives.
async function store(em: EntityManager, row: object): Promise<number> {
  const test = { ...row, message_id: newMessageId(), result: 'failed' }
  const [created] = await insertRows<StoredDelivery>(em, deliveries, [test])
  return (created as StoredDelivery).id
}

/** Returns the receiver of a delivery that the actor may send again, by `sendNow`. Throws `not_found`. */
export async function requireRepeatable(
  em: EntityManager,
  actor: Actor,
  id: number,
): Promise<{ kind: ReceiverKind; id: number }> {
  requireAdministrator(actor)
  const { webhook_id = null, channel_id = null } = (await em.findOne(deliveries, { id })) ?? {}
  if (webhook_id !== null) return { kind: 'webhook', id: webhook_id }
  if (channel_id !== null) return { kind: 'channel', id: channel_id }
  throw notFound()
}
