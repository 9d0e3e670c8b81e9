import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { rateCounter, rejectOverLimit } from '../protection/rate-limit.ts'
import type { Server } from '../server/server.ts'

/** Returns a function that counts a message of a contact and throws `rate_limited` over the limit per minute. */
export function contactLimit(app: Server) {
  const count = rateCounter(app, 'bot-contact', app.config.BOT_CONTACT_LIMIT_PER_MINUTE)
  return async (reply: FastifyReply, contact_id: string): Promise<void> => {
    const { exceeded, resetSeconds } = await count(hash('sha256', contact_id))
    if (exceeded) rejectOverLimit(reply, resetSeconds)
  }
}
