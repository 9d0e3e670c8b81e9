import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../src/record/fault.ts'
import { clientAddress } from './client-address.ts'
import { rateCounter } from './plugins/rate-counter.ts'
import { networkOf } from './plugins/rate-limit.ts'
import type { Server } from './server.ts'

// Attempts per minute.
const maxPerAccount = 5
const maxPerNetwork = 20
const undelayedPerEmail = 10

const delayStepMs = 250
const maxDelayMs = 3000

/** Counts a login attempt, successful or not. Delays it, or throws `rate_limited` if a limit is exceeded. */
export type CountAttempt = (request: FastifyRequest, reply: FastifyReply, email: string) => Promise<void>

/**
 * Returns the login limits: per account and network, and per network. They reset every minute and apply to one network
 * only, so an attacker cannot lock the owner of an account out. Attempts for one email from many networks are only delayed:
 * after the first ten in a minute each is delayed longer than the one before, up to three seconds, whether or not an account
 * with that email exists.
 */
export function loginLimits(app: Server): CountAttempt {
  const accounts = rateCounter(app, 'login-account', maxPerAccount)
  const networks = rateCounter(app, 'login-network', maxPerNetwork)
  const emails = rateCounter(app, 'login-email', undelayedPerEmail)
  return async (request, reply, email) => {
    const network = networkOf(clientAddress(request))
    const account = hash('sha256', `${network} ${email}`)
    const [{ excess }, ...counts] = await Promise.all([
      emails(hash('sha256', email)),
      networks(network),
      accounts(account),
    ])
    const exceededLimits = counts.filter(({ exceeded }) => exceeded)
    if (exceededLimits.length === 0)
      return void (await setTimeout(Math.min(excess * delayStepMs, maxDelayMs)))
    reply.header('retry-after', Math.max(...exceededLimits.map(({ resetSeconds }) => resetSeconds)))
    throw new Fault('rate_limited')
  }
}
