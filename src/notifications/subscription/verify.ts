import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { Fault } from '../../record/fault.ts'
import { type FailureReason, isAccepted, type Outcome } from '../post.ts'
import type { NotificationSettings } from '../settings.ts'
import { sendToWebhook } from '../webhook/send.ts'

const challengeBytes = 32

type Callback = { url: string; secret: string; subscription: string }

/**
 * Asks an address whether it wants deliveries: it must answer with the challenge. Otherwise anyone could have the server send
 * to an address that belongs to another party. Throws `conflict` with the reason if it does not.
 */
export async function verifyCallback(settings: NotificationSettings, callback: Callback): Promise<void> {
  const challenge = randomBytes(challengeBytes).toString('hex')
  const message = {
    message_id: `msg_verification_${randomUUID()}`,
    body: JSON.stringify({ type: 'verification', challenge }),
  }
  const receiver = { ...callback, previous_secret: null, previous_secret_until: null }
  const outcome = await sendToWebhook(settings, receiver, message)
  if (repeats(outcome, challenge)) return
  throw unverified(outcome.status === null ? (outcome.reason ?? 'connection_refused') : 'challenge_failed')
}

function unverified(reason: FailureReason): Fault {
  const message =
    reason === 'challenge_failed'
      ? 'The callback did not verify: answer with 2xx and {"challenge": <the challenge of the request>}.'
      : 'The callback cannot be reached.'
  return new Fault('conflict', message, undefined, { reason })
}

function repeats(outcome: Outcome, challenge: string): boolean {
  if (!isAccepted(outcome)) return false
  const answered = Buffer.from(challengeIn(outcome.answer ?? ''))
  const expected = Buffer.from(challenge)
  return answered.length === expected.length && timingSafeEqual(answered, expected)
}

function challengeIn(answer: string): string {
  try {
    const { challenge } = JSON.parse(answer)
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
