import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { change } from '../journal/save.ts'
import { systemProvenance } from '../record/provenance.ts'
import { deliveries, type StoredDelivery, testType } from './delivery.ts'
import { isAccepted, type Outcome } from './post.ts'
import { type StoredWebhook, webhooks } from './webhook.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const gone = 410

/** How long a delivery waits after each failure. */
const retryDelaysMs = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
]

const failuresToPause = 10
const minFailingMs = hourMs

const system: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }

/**
 * Stores the outcome of an attempt. A waiting delivery that failed is tried again later, another one has failed. Switches
 * the webhook off or pauses it if the outcome says so. Does nothing if the delivery was deleted meanwhile.
 */
export async function recordOutcome(em: EntityManager, delivery_id: number, outcome: Outcome): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const found = await em.findOne(deliveries, { id: delivery_id })
  // The order of locks is that of every write: first the webhook.
  const webhook = found && (await em.findOne(webhooks, { id: found.webhook_id }, { lockMode }))
  const delivery = webhook && (await em.findOne(deliveries, { id: delivery_id }, { lockMode, refresh: true }))
  if (!delivery) return
  const { duration_ms, status, answer, failure } = outcome
  const now = new Date()
  Object.assign(delivery, { duration_ms, status, answer, failure })
  delivery.last_attempt_at = now.toISOString()
  delivery.attempts += 1
  if (isAccepted(outcome)) {
    Object.assign(delivery, { result: 'delivered', next_attempt_at: null })
    Object.assign(webhook, { failures: 0, failing_since: null })
    return
  }
  if (delivery.result === 'waiting')
    delivery.next_attempt_at = new Date(now.getTime() + delayMs(delivery, outcome)).toISOString()
  else delivery.result = 'failed'
  if (delivery.type !== testType) {
    webhook.failures += 1
    webhook.failing_since ??= now.toISOString()
  }
  endIfNeeded(em, webhook, delivery, now)
}

function delayMs({ attempts }: StoredDelivery, { retryAfterMs }: Outcome): number {
  return Math.max(retryDelaysMs[attempts - 1] ?? (retryDelaysMs.at(-1) as number), retryAfterMs)
}

function endIfNeeded(
  em: EntityManager,
  webhook: StoredWebhook,
  { status, failure }: StoredDelivery,
  now: Date,
): void {
  const { state, failures, failing_since } = webhook
  if (state !== 'on') return
  if (status === gone) {
    const state_reason = 'The receiver answered 410: it wants no more deliveries.'
    change(em, system, webhook, { state: 'off', state_reason }, 'switched_off')
    return
  }
  const failingMs = failing_since === null ? 0 : now.getTime() - Date.parse(failing_since)
  if (failures < failuresToPause || failingMs < minFailingMs) return
  const state_reason = `${failures} deliveries in a row failed. ${failure}`
  change(em, system, webhook, { state: 'paused', state_reason }, 'paused')
}
