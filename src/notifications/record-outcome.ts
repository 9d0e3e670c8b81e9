import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { change } from '../journal/save.ts'
import { systemProvenance } from '../record/provenance.ts'
import { channels, type StoredChannel, telegramName } from './channel.ts'
import { deliveries, type StoredDelivery, testTypes } from './delivery.ts'
import { isAccepted, type Outcome } from './post.ts'
import { type StoredWebhook, webhooks } from './webhook.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const gone = 410

// How long a delivery waits after each failure. People wait for what is sent to a channel.
const retryDelaysMs = {
  webhook: [5000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)],
  channel: [5000, minuteMs, 5 * minuteMs, 30 * minuteMs],
}

const failuresToPause = 10
const minFailingMs = hourMs

const system: Actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null }
const lockMode = LockMode.PESSIMISTIC_WRITE

/**
 * Stores the outcome of an attempt. A waiting delivery that failed is tried again later, another one has failed. Switches
 * the webhook off or pauses it if the outcome says so. Does nothing if the delivery was deleted meanwhile.
 */
export async function recordOutcome(em: EntityManager, delivery_id: number, outcome: Outcome): Promise<void> {
  const found = await em.findOne(deliveries, { id: delivery_id })
  if (!found) return
  // The order of locks is that of every write: first the receiver.
  const { webhook_id, channel_id } = found
  const webhook = webhook_id === null ? null : await em.findOne(webhooks, { id: webhook_id }, { lockMode })
  const channel = channel_id === null ? null : await em.findOne(channels, { id: channel_id }, { lockMode })
  const delivery = await em.findOne(deliveries, { id: delivery_id }, { lockMode, refresh: true })
  if (!delivery) return
  const now = new Date()
  noteAttempt(delivery, outcome, now)
  const receiver = webhook ?? channel
  if (channel && outcome.chat_id) moveChannel(em, channel, outcome.chat_id)
  if (isAccepted(outcome)) Object.assign(receiver ?? {}, { failing_since: null }, webhook && { failures: 0 })
  else if (receiver && !Object.values(testTypes).includes(delivery.type)) {
    receiver.failing_since ??= now.toISOString()
    if (webhook) webhook.failures += 1
  }
  if (webhook && !isAccepted(outcome)) endIfNeeded(em, webhook, outcome, now)
}

// Telegram has made the group a supergroup, which has another id.
function moveChannel(em: EntityManager, channel: StoredChannel, chat_id: string): void {
  change(em, system, channel, { chat_id, name: telegramName(chat_id) }, 'updated')
}

function noteAttempt(delivery: StoredDelivery, outcome: Outcome, now: Date): void {
  const { duration_ms, status, answer, failure } = outcome
  Object.assign(delivery, { duration_ms, status, answer, failure, last_attempt_at: now.toISOString() })
  delivery.attempts += 1
  if (isAccepted(outcome)) Object.assign(delivery, { result: 'delivered', next_attempt_at: null })
  else if (delivery.result === 'waiting')
    delivery.next_attempt_at = new Date(now.getTime() + delayMs(delivery, outcome)).toISOString()
  else delivery.result = 'failed'
}

function delayMs({ attempts, webhook_id }: StoredDelivery, { retryAfterMs }: Outcome): number {
  const delays = retryDelaysMs[webhook_id === null ? 'channel' : 'webhook']
  return Math.max(delays[attempts - 1] ?? (delays.at(-1) as number), retryAfterMs)
}

function endIfNeeded(
  em: EntityManager,
  webhook: StoredWebhook,
  { status, failure }: Outcome,
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
