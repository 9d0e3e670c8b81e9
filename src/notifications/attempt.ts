import type { Read } from '../database/read.ts'
import { type MikroORM, transact } from '../database/transaction.ts'
import { notFound } from '../record/fault.ts'
import { findSendable, type Sendable } from './due.ts'
import { isAccepted, type Outcome, outcomeOf } from './post.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendToChannel } from './send-message.ts'
import { sendToWebhook } from './send-webhook.ts'
import type { NotificationSettings } from './settings.ts'

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
  return outcomeOf({ failure: 'The receiver was deleted.' })
}
