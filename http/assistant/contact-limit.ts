import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import { counter } from '../plugins/counter.ts'
import type { Server } from '../server.ts'

/** Counts a message of a contact; refuses it with 429, before anything is stored, where there were too many. */
export function contactLimit(app: Server) {
  const count = counter(app, 'bot-contact', app.config.BOT_CONTACT_LIMIT_PER_MINUTE)
  return async (reply: FastifyReply, contact_id: string): Promise<void> => {
    const { refused, seconds } = await count(hash('sha256', contact_id))
    if (!refused) return
    reply.header('retry-after', seconds)
    throw new Fault('rate_limited')
  }
}
