import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { systemActor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { change } from '../../journal/save.ts'
import { phrase } from '../../language/phrase.ts'
import { storedMessage } from '../../language/stored-phrase.ts'
import { notFound } from '../../record/fault.ts'
import { channels, type StoredChannel, telegramName } from '../channel/channel.ts'
import { sendToChannel } from '../channel/send.ts'
import { isAccepted, type Outcome, outcomeOf, storableText } from '../post.ts'
import { stateReason } from '../reason.ts'
import type { NotificationSettings } from '../settings.ts'
import { sendToWebhook } from '../webhook/send.ts'
import { type StoredWebhook, webhooks } from '../webhook/webhook.ts'
import { countFailure, endFailures, isDelinquent } from './delinquency.ts'
import { deliveries, type StoredDelivery, testTypes } from './delivery.ts'
import { findSendable, type Sendable } from './read.ts'
import { retryDelayMs } from './retry-schedule.ts'

const gone = 410
// By these a subscriber refuses one occurrence for good, and goes on with the next.
const declined = [gone, 413]

const lockMode = LockMode.PESSIMISTIC_WRITE

type Options = { orm: MikroORM; settings: NotificationSettings }

/** Sends a delivery now and stores the outcome, whatever its receiver waits for. Throws `not_found`. */
export async function sendNow({ read, ...options }: Options & { read: Read }, id: number): Promise<Outcome> {
  const delivery = await findSendable(read, id)
  if (!delivery) throw notFound()
  return attempt(options, delivery)
}

/** Sends a delivery and stores the outcome. Throws `Stopped` if `signal` is aborted; the delivery then waits as before. */
export async function attempt(
  { orm, settings }: Options,
  delivery: Sendable,
  signal?: AbortSignal,
): Promise<Outcome> {
  const outcome = await send(settings, delivery, signal)
  settings.count(delivery.webhook ? 'webhook' : 'channel', isAccepted(outcome) ? 'delivered' : 'failed')
  await transact(orm, (em) => recordOutcome(em, delivery.id, outcome))
  return outcome
}

async function send(
  settings: NotificationSettings,
  { webhook, channel, ...message }: Sendable,
  signal?: AbortSignal,
): Promise<Outcome> {
  if (webhook) return sendToWebhook(settings, webhook, message, signal)
  if (channel) return sendToChannel(settings, channel, message, signal)
  return outcomeOf({ failure: phrase('notifications.receiverDeleted') })
}

/**
 * Stores the outcome of an attempt. A waiting delivery that failed is tried again later, another one has failed. Switches
 * the webhook off or pauses it if the outcome says so. Does nothing if the delivery was deleted meanwhile.
 */
async function recordOutcome(em: EntityManager, delivery_id: number, outcome: Outcome): Promise<void> {
  const found = await em.findOne(deliveries, { id: delivery_id })
  if (!found) return
  // The order of locks is that of every write: first the receiver.
  const { webhook_id, channel_id } = found
  const webhook = webhook_id === null ? null : await em.findOne(webhooks, { id: webhook_id }, { lockMode })
  const channel = channel_id === null ? null : await em.findOne(channels, { id: channel_id }, { lockMode })
  const delivery = await em.findOne(deliveries, { id: delivery_id }, { lockMode, refresh: true })
  if (!delivery) return
  const now = new Date()
  noteAttempt(
    delivery,
    outcome,
    now,
    webhook?.subscription != null && declined.includes(Number(outcome.status)),
  )
  if (webhook?.subscription != null) noteSubscription(webhook, delivery, outcome)
  const receiver = webhook ?? channel
  if (channel && outcome.chat_id) moveChannel(em, channel, outcome.chat_id)
  if (receiver && isAccepted(outcome)) endFailures(receiver)
  else if (receiver && !Object.values(testTypes).includes(delivery.type)) countFailure(receiver, now)
  if (webhook && !isAccepted(outcome)) endIfNeeded(em, webhook, outcome, now)
}

// Telegram has made the group a supergroup, which has another id.
function moveChannel(em: EntityManager, channel: StoredChannel, chat_id: string): void {
  change(em, systemActor, channel, { chat_id, name: telegramName(chat_id) }, 'updated')
}

// Keeps what the owner of a subscription is shown.
function noteSubscription(webhook: StoredWebhook, { result, body }: StoredDelivery, outcome: Outcome): void {
  webhook.last_error = outcome.reason
  if (result !== 'waiting') webhook.delivered_cursor = JSON.parse(body).cursor
}

function noteAttempt(delivery: StoredDelivery, outcome: Outcome, now: Date, isDeclined: boolean): void {
  const { duration_ms, status, answer, failure, retryAfterMs } = outcome
  Object.assign(delivery, {
    duration_ms,
    status,
    answer,
    failure: failure && storableText(String(failure)),
    failure_phrase: failure && storedMessage(failure),
    last_attempt_at: now.toISOString(),
  })
  delivery.attempts += 1
  if (isAccepted(outcome)) Object.assign(delivery, { result: 'delivered', next_attempt_at: null })
  else if (isDeclined) Object.assign(delivery, { result: 'failed', next_attempt_at: null })
  else if (delivery.result === 'waiting') {
    const kind = delivery.webhook_id === null ? 'channel' : 'webhook'
    const delayMs = retryDelayMs(kind, delivery.attempts, retryAfterMs)
    delivery.next_attempt_at = new Date(now.getTime() + delayMs).toISOString()
  } else delivery.result = 'failed'
}

function endIfNeeded(
  em: EntityManager,
  webhook: StoredWebhook,
  { status, failure }: Outcome,
  now: Date,
): void {
  if (webhook.state !== 'on') return
  if (status === gone && webhook.subscription === null) {
    const reason = stateReason(phrase('notifications.wantsNoMore'))
    change(em, systemActor, webhook, { state: 'off', ...reason }, 'switched_off')
  } else if (isDelinquent(webhook, now)) {
    const values = { count: webhook.failures, failure: failure ?? '' }
    const reason = stateReason(phrase('notifications.manyFailed', values))
    change(em, systemActor, webhook, { state: 'paused', ...reason }, 'paused')
  }
}
