import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { readSnapshot } from '../../database/snapshot.ts'
import { addHistory, change, create, deleteRecord } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { readNewestPortfolioChanges } from '../../portfolio/changes.ts'
import { Fault, invalid } from '../../record/fault.ts'
import { addressFault } from '../../record/guarded-fetch.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { dayMs } from '../../record/rules/day.ts'
import { fieldSubject } from '../../record/validation/messages.ts'
import { stateReason } from '../reason.ts'
import type { NotificationSettings } from '../settings.ts'
import { newSecret, sealSecret } from './send.ts'
import { type NewWebhook, webhooks } from './webhook.ts'

const maxWebhooks = 50

/** Creates a webhook. It begins with the changes after its creation. The secret is returned only here. */
export async function createWebhook(
  em: EntityManager,
  actor: Actor,
  { url, events }: NewWebhook,
  { key, isLocal }: Pick<NotificationSettings, 'key' | 'isLocal'>,
): Promise<{ id: number; secret: string }> {
  requireAdministrator(actor)
  requireAddress(url, isLocal)
  if ((await em.count(webhooks, { subscription: null })) >= maxWebhooks)
    throw new Fault('conflict', phrase('notifications.tooManyWebhooks', { count: maxWebhooks }))
  const secret = newSecret()
  const { next_cursor: cursor } = await readNewestPortfolioChanges(readInTransaction(em), { limit: 1 })
  const { id } = await create(em, actor, webhooks, {
    name: new URL(url).host,
    url,
    events,
    secret: sealSecret(key, secret),
    cursor,
    snapshot: await readSnapshot(readInTransaction(em)),
  })
  return { id, secret }
}

/**
 * Changes the address and the events of a webhook, which keeps its secret. What waits for it is sent to the new address
 * at once.
 */
export async function changeWebhook(
  em: EntityManager,
  actor: Actor,
  id: number,
  { url, events }: NewWebhook,
  { isLocal }: Pick<NotificationSettings, 'isLocal'>,
  precondition: Precondition,
): Promise<void> {
  requireAdministrator(actor)
  requireAddress(url, isLocal)
  const webhook = await lockRecord(em, webhooks, { id, subscription: null })
  await precondition()
  const isMoved = url !== webhook.url
  const retried = isMoved ? { failures: 0, failing_since: null } : {}
  change(em, actor, webhook, { name: new URL(url).host, url, events, ...retried })
  if (isMoved) await retryNow(em, id)
}

function requireAddress(url: string, isLocal: boolean): void {
  const fault = addressFault(url, isLocal, fieldSubject('url'))
  if (fault) throw invalid({ url: fault })
}

/** Switches a webhook on or off. One that is switched on goes on where it stopped, with all attempts. */
export async function switchWebhook(
  em: EntityManager,
  actor: Actor,
  id: number,
  state: 'on' | 'off',
): Promise<void> {
  requireAdministrator(actor)
  const webhook = await lockRecord(em, webhooks, { id, subscription: null })
  if (webhook.state === state) return
  const retried = state === 'on' ? { failures: 0, failing_since: null } : {}
  change(em, actor, webhook, { state, ...stateReason(null), ...retried }, `switched_${state}`)
  if (state === 'on') await retryNow(em, id)
}

/** Makes the deliveries that wait for a webhook due, with all attempts. */
export async function retryNow(em: EntityManager, id: number): Promise<void> {
  await sql`update deliveries set attempts = 0, next_attempt_at = now() where webhook_id = ${id} and result = 'waiting'`.execute(
    em.getKysely(),
  )
}

/** Gives a webhook a new secret, which is returned only here. The previous one stays valid for a day. */
export async function renewSecret(
  em: EntityManager,
  actor: Actor,
  id: number,
  { key }: Pick<NotificationSettings, 'key'>,
): Promise<string> {
  requireAdministrator(actor)
  const webhook = await lockRecord(em, webhooks, { id, subscription: null })
  const secret = newSecret()
  webhook.previous_secret = webhook.secret
  webhook.previous_secret_until = new Date(Date.now() + dayMs).toISOString()
  webhook.secret = sealSecret(key, secret)
  webhook.updated_by = actor.by
  addHistory(em, actor, webhook, 'secret_renewed', {})
  return secret
}

/** Deletes a webhook and its deliveries. */
export async function deleteWebhook(em: EntityManager, actor: Actor, id: number): Promise<void> {
  requireAdministrator(actor)
  await deleteRecord(em, actor, await lockRecord(em, webhooks, { id }))
}
