import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../../src/record/fault.ts'
import type { App } from '../types.ts'
import { counter } from './counter.ts'
import { networkOf } from './limits.ts'

const perAccount = 5
const perNetwork = 20

/** Counts an attempt to log in, also one that succeeds; refuses it with 429 where there were too many. */
export type Attempt = (request: FastifyRequest, reply: FastifyReply, email: string) => Promise<void>

/**
 * Five attempts a minute for an account from one network, twenty for all accounts. A minute later there are new
 * ones: nobody can lock another out of an account for longer, nor from elsewhere.
 */
export function attempts(app: App): Attempt {
  const accounts = counter(app, 'login-account', perAccount)
  const networks = counter(app, 'login-network', perNetwork)
  return async ({ ip }, reply, email) => {
    const network = networkOf(ip)
    const account = hash('sha256', `${network} ${email}`)
    const refusals = await Promise.allSettled([networks.consume(network), accounts.consume(account)])
    const waits = refusals.filter((one) => one.status === 'rejected').map(({ reason }) => waitOf(reason))
    if (waits.length === 0) return
    reply.header('retry-after', Math.max(...waits))
    throw new Fault('rate_limited')
  }
}

function waitOf(refusal: unknown): number {
  if (!(refusal instanceof RateLimiterRes)) throw refusal
  return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
}
