import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/policy.ts'
import { insertRows } from '../journal/insert.ts'
import { notFound } from '../record/fault.ts'
import { deliveries, newMessageId, type StoredDelivery, testType } from './delivery.ts'
import { webhooks } from './webhook.ts'

/** Stores a test message for a webhook, whatever its state. `sendNow` sends it. Returns its id. */
export async function createTest(
  em: EntityManager,
  actor: Actor,
  webhook_id: number,
  publicUrl: string,
): Promise<number> {
  requireAdministrator(actor)
  const webhook = await em.findOne(webhooks, { id: webhook_id })
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
    url: `${publicUrl}/admin/notifications`,
  }
  const body = JSON.stringify({ type: testType, timestamp: new Date().toISOString(), data })
  // It is sent once, so it has failed until it arrives.
  const row = { webhook_id, message_id: newMessageId(), type: testType, body, result: 'failed' }
  const [created] = await insertRows<StoredDelivery>(em, deliveries, [row])
  return (created as StoredDelivery).id
}

/** Returns the webhook of a delivery that the actor may send again, by `sendNow`. Throws `not_found`. */
export async function requireRepeatable(em: EntityManager, actor: Actor, id: number): Promise<number> {
  requireAdministrator(actor)
  const delivery = await em.findOne(deliveries, { id })
  if (!delivery) throw notFound()
  return delivery.webhook_id
}
