import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../src/access/caller.ts'
import type { CallerLookup } from '../../src/access/caller-lookup.ts'
import type { Server } from '../server/server.ts'
import type { AreaAuth } from './area-auth.ts'

type Options = Pick<AreaAuth, 'credentialOf' | 'callers'> & { lookup: CallerLookup }

/**
 * Returns a function that counts a request against its rate limit and sets its caller. A credential is looked up only
 * within a limit: the limit of its caller if it was valid within the last minute, otherwise the limit of the network.
 * So invalid credentials cause no queries beyond the limit of their network, and valid ones keep their own limit.
 */
export function callerIdentifier({ limitRate }: Server, { credentialOf, callers, lookup }: Options) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const credential = credentialOf(request)
    if (credential === undefined || !callers.needsQuery(credential)) {
      request.caller = credential === undefined ? null : await callers.find(credential)
      await limitRate(request, reply)
      return
    }
    const expected = lookup.expected(credential)
    // `limitRate` counts by caller. The caller is not authenticated yet; a request over the limit is rejected here.
    request.caller = expected
    const uncount = await limitRate(request, reply)
    const caller = await lookup.find(credential, callers.find).catch(async (error: unknown) => {
      await uncount()
      throw error
    })
    request.caller = caller
    if (sameLimit(caller, expected)) return
    await uncount()
    await limitRate(request, reply)
  }
}

function sameLimit(one: Caller | null, other: Caller | null): boolean {
  return one?.credential === other?.credential
}
