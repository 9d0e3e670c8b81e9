import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../../src/record/fault.ts'
import { counter } from '../plugins/counter.ts'
import type { App } from '../types.ts'

/** Counts a message of a contact; refuses it with 429, before anything is stored, where there were too many. */
export function contactLimit(app: App) {
  const limiter = counter(app, 'bot-contact', app.config.BOT_CONTACT_LIMIT_PER_MINUTE)
  return async (reply: FastifyReply, contact_id: string): Promise<void> => {
    const refusal = await limiter.consume(hash('sha256', contact_id)).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (refusal === null) return
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    reply.header('retry-after', Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    throw new Fault('rate_limited')
  }
}
