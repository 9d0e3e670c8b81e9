import { hash } from 'node:crypto'
import { z } from 'zod'
import { dayMs } from '../../record/rules/day.ts'
import { httpUrl } from '../../record/rules/http-url.ts'
import { integer } from '../../record/rules/integer.ts'
import type { Followed } from '../event/occurrence.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import type { Owner } from './owner.ts'

const leastMs = 10_000
const mostMs = 7 * dayMs

const secretBytes = { least: 24, most: 64 }

/** A secret of the Standard Webhooks specification. No message repeats it. */
const Secret = z.string().check(({ value, issues }) => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const isValid =
    bytes.toString('base64') === base64 &&
    bytes.length >= secretBytes.least &&
    bytes.length <= secretBytes.most
  const sentence = 'The {field} field must be whsec_ and 24 to 64 bytes in base64.'
  if (!isValid) issues.push({ code: 'custom', params: { sentence }, input: '' })
})

// Two addresses that differ in their fragment are the same endpoint.
const callback = httpUrl.refine((url) => !url.includes('#'), {
  params: { sentence: 'The {field} field must not have a fragment.' },
})

/** Where occurrences are sent, and how they are signed. */
export const Delivery = z.object({ mode: z.literal('webhook'), url: callback, secret: Secret })

/** How a subscription begins, and when it ends. */
export const Term = z.object({
  cursor: z
    .string()
    .optional()
    .transform((cursor) => cursor || undefined),
  maxAgeMs: integer(0, Number.MAX_SAFE_INTEGER).optional(),
  ttlMs: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).optional(),
})

/** What a caller follows, where, and for how long. */
export type SubscriptionRequest = Pick<Followed, 'type' | 'arguments'> &
  z.output<typeof Term> & { url: string; secret: string }

type DeliveryStatus = {
  active: boolean
  lastDeliveryAt: string | null
  lastError: StoredWebhook['last_error']
  failedSince?: string
}

/** A subscription as its owner gets it. `deliveryStatus` is that before a refresh. */
export type Subscribed = {
  id: string
  refreshBefore: string
  cursor: string
  truncated: boolean
  deliveryStatus?: DeliveryStatus
}

/** Returns the id of a subscription, which is derived from what distinguishes it from others. */
export function subscriptionId(
  owner: Owner,
  { url, type, arguments: filters }: Pick<SubscriptionRequest, 'type' | 'arguments' | 'url'>,
): string {
  const key = JSON.stringify([owner, url, type.name, Object.entries(filters).sort()])
  return `sub_${hash('sha256', key).slice(0, 32)}`
}

/** Returns until when a subscription is granted. */
export function grantUntil(ttlMs = mostMs): string {
  return new Date(Date.now() + Math.min(mostMs, Math.max(leastMs, ttlMs))).toISOString()
}
