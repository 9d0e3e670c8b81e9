import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import { addressOf } from '../address.ts'
import { counter } from '../plugins/counter.ts'
import { networkOf } from '../plugins/limits.ts'
import type { Server } from '../server.ts'

const perAccount = 5
const perNetwork = 20
const perEmail = 10
const step = 250
const longest = 3000

/** Counts an attempt to log in, also one that succeeds; refuses it with 429 where there were too many, or delays it. */
export type Attempt = (request: FastifyRequest, reply: FastifyReply, email: string) => Promise<void>

/**
 * Five attempts a minute for an account from one network, twenty for all accounts. A minute later there are new
 * ones: nobody can lock another out of an account for longer, nor from elsewhere. Who tries one email from many
 * networks waits longer and longer, whether it has an account or not, and so does its owner meanwhile.
 */
export function attempts(app: Server): Attempt {
  const accounts = counter(app, 'login-account', perAccount)
  const networks = counter(app, 'login-network', perNetwork)
  const emails = counter(app, 'login-email', perEmail)
  return async (request, reply, email) => {
    const network = networkOf(addressOf(request))
    const account = hash('sha256', `${network} ${email}`)
    const [{ over }, ...counts] = await Promise.all([
      emails(hash('sha256', email)),
      networks(network),
      accounts(account),
    ])
    const refusals = counts.filter(({ refused }) => refused)
    if (refusals.length === 0) return void (await setTimeout(Math.min(over * step, longest)))
    reply.header('retry-after', Math.max(...refusals.map(({ seconds }) => seconds)))
    throw new Fault('rate_limited')
  }
}
