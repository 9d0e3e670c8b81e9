import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { clientAddress, clientNetwork } from '../request/client-address.ts'
import type { Server } from '../server/server.ts'
import { rateCounter, rejectOverLimit } from './rate-limit.ts'

/** Login attempts per minute. */
export const attemptsPerMinute = {
  /** For one account from one network. */
  perAccount: 5,
  /** From one network. */
  perNetwork: 20,
  /** For one email from any network, before responses are delayed. */
  undelayedPerEmail: 10,
}

const delayStepMs = 250
const maxDelayMs = 3000

/**
 * Counts an attempt to enter the password of an account, successful or not. Delays it, or throws `rate_limited` if a
 * limit is exceeded. The account is the email at a login, otherwise `user:` and the id of the person who is signed in.
 */
type CountAttempt = (request: FastifyRequest, reply: FastifyReply, account: string) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    countAttempt: CountAttempt
  }
}

/**
 * Limits sign-ins by `app.countAttempt`: per account and network, and per network. They reset every minute and apply to one network
 * only, so an attacker cannot lock the owner of an account out. Attempts for one email from many networks are only
 * delayed: after the first ten in a minute each is delayed longer than the one before, up to three seconds, whether or
 * not an account with that email exists.
 */
export const loginLimits = fastifyPlugin(
  async (app: Server) => {
    const accounts = rateCounter(app, 'login-account', attemptsPerMinute.perAccount)
    const networks = rateCounter(app, 'login-network', attemptsPerMinute.perNetwork)
    const emails = rateCounter(app, 'login-email', attemptsPerMinute.undelayedPerEmail)
    app.decorate('countAttempt', async (request, reply, account) => {
      const network = clientNetwork(request)
      const [{ excess }, ...counts] = await Promise.all([
        emails(hash('sha256', account)),
        networks(network),
        accounts(hash('sha256', `${network} ${account}`)),
      ])
      const exceededLimits = counts.filter(({ exceeded }) => exceeded)
      if (exceededLimits.length === 0)
        return void (await setTimeout(Math.min(excess * delayStepMs, maxDelayMs)))
      request.log.warn({ ip: clientAddress(request) }, 'too many sign-in attempts')
      rejectOverLimit(reply, Math.max(...exceededLimits.map(({ resetSeconds }) => resetSeconds)))
    })
  },
  { name: 'login-limits', dependencies: ['redis'] },
)
