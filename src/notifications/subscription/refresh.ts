import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { unseal } from '../../access/sealed.ts'
import { stateReason } from '../reason.ts'
import type { NotificationSettings } from '../settings.ts'
import { webhookPurpose } from '../webhook/send.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import { retryNow } from '../webhook/writes.ts'
import { grantUntil, type Subscribed } from './subscription.ts'

// How long a secret that was replaced signs too.
const graceMs = 10 * 60_000

/**
 * Grants a subscription whose row is locked a new term, replaces its secret, and resumes its deliveries if they are paused.
 */
export async function refresh(
  em: EntityManager,
  { key }: Pick<NotificationSettings, 'key'>,
  webhook: StoredWebhook,
  { secret, sealed, ttlMs }: { secret: string; sealed: string; ttlMs: number | undefined },
): Promise<Subscribed> {
  const { id, state, failing_since, last_error, cursor, delivered_cursor } = webhook
  const { rows } = await sql<{ is_waiting: boolean; delivered_at: string | null }>`
    select exists (select from deliveries where webhook_id = ${id} and result = 'waiting') as is_waiting,
      (select max(last_attempt_at) from deliveries where webhook_id = ${id} and result = 'delivered') as delivered_at
  `.execute(em.getKysely())
  const { is_waiting = false, delivered_at = null } = rows[0] ?? {}
  const expires_at = grantUntil(ttlMs)
  webhook.expires_at = expires_at
  if (unseal(key, webhookPurpose, webhook.secret) !== secret) {
    webhook.previous_secret = webhook.secret
    webhook.previous_secret_until = new Date(Date.now() + graceMs).toISOString()
    webhook.secret = sealed
  }
  if (state !== 'on') await resume(em, webhook)
  return {
    id: String(webhook.subscription),
    refreshBefore: expires_at,
    // What still waits is not safe to skip.
    cursor: is_waiting ? (delivered_cursor ?? cursor) : cursor,
    truncated: false,
    deliveryStatus: {
      active: state === 'on',
      lastDeliveryAt: delivered_at,
      lastError: last_error,
      ...(failing_since !== null && { failedSince: failing_since }),
    },
  }
}

async function resume(em: EntityManager, webhook: StoredWebhook): Promise<void> {
  Object.assign(webhook, { state: 'on', ...stateReason(null), failures: 0, failing_since: null })
  await retryNow(em, webhook.id)
}
