import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { seal, unseal } from '../../access/sealed.ts'
import { phrase } from '../../language/phrase.ts'
import { addressFault } from '../../record/guarded-fetch.ts'
import { fieldSubject } from '../../record/validation/messages.ts'
import { type Outcome, outcomeOf, post } from '../post.ts'
import type { NotificationSettings } from '../settings.ts'
import type { StoredWebhook } from './webhook.ts'

/** What the secrets of webhooks are encrypted for. */
export const webhookPurpose = 'webhook'
const secretBytes = 32

/** Returns a new secret for signatures, as the Standard Webhooks specification writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/** Encrypts the secret of a webhook. */
export function sealSecret(key: Buffer, secret: string): string {
  return seal(key, webhookPurpose, secret)
}

type Receiver = Pick<
  StoredWebhook,
  'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'subscription'
>
type Message = { message_id: string; body: string }

/** Sends a message to a webhook, signed by its secret, and by its previous one while that is valid. */
export async function sendToWebhook(
  { key, isLocal }: Pick<NotificationSettings, 'key' | 'isLocal'>,
  webhook: Receiver,
  { message_id, body }: Message,
  signal?: AbortSignal,
): Promise<Outcome> {
  const fault = addressFault(webhook.url, isLocal, fieldSubject('url'))
  if (fault) return outcomeOf({ failure: fault })
  const now = new Date()
  let signature: string
  try {
    signature = validSecrets(key, webhook, now)
      .map((secret) => new Signer(secret).sign(message_id, now, body))
      .join(' ')
  } catch {
    const isSubscription = webhook.subscription !== null
    return outcomeOf({
      failure: phrase(`notifications.${isSubscription ? 'subscriptionUnreadable' : 'webhookUnreadable'}`),
    })
  }
  const headers = {
    'content-type': 'application/json',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
    ...(webhook.subscription !== null && { 'x-mcp-subscription-id': webhook.subscription }),
  }
  return post({ url: webhook.url, headers, body, signal, isLocal })
}

// A previous secret that cannot be decrypted was sealed by another key, and a new one has replaced it.
function validSecrets(key: Buffer, webhook: Receiver, now: Date): string[] {
  const { secret, previous_secret: previous, previous_secret_until: until } = webhook
  const current = unseal(key, webhookPurpose, secret)
  if (previous === null || until === null || Date.parse(until) <= now.getTime()) return [current]
  try {
    return [current, unseal(key, webhookPurpose, previous)]
  } catch {
    return [current]
  }
}
