import { z } from 'zod'
import type { Caller } from '../../src/access/caller.ts'
import { Identity, identityOf } from '../../src/access/identity.ts'
import { authorTokenId } from '../../src/access/policy.ts'
import { Token } from '../../src/access/token.ts'
import { AgentRecord, readAgentRecord } from '../../src/catalog/agent-record.ts'
import { RateLimitState } from '../protection/rate-limit.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

const { id, expires_at, display } = Token.shape
const { name, scopes, actor, server_time } = Identity.shape

const Whoami = z.object({
  message,
  token: z.object({
    id: id.nullable().describe('Null for a token from the environment of the server'),
    name,
    scopes,
    direct: z
      .array(z.string())
      .describe('Kinds of records that the token writes at once, although it proposes'),
    expires_at,
    display: display.nullable().describe('Start and end of the token. Null for a token from the environment'),
  }),
  actor,
  server_time,
  rate_limit: RateLimitState,
  record: AgentRecord.nullable().describe(
    'What became of what the token wrote and proposed. Null for a token from the environment',
  ),
})

/** Registers the route that says who the caller is. A token of any scope may call it. */
export function whoamiRoute(app: Server): void {
  app.get(
    '/whoami',
    {
      config: { anyScope: true },
      schema: {
        operationId: 'getWhoami',
        tags: ['Portfolio'],
        summary: 'Describe your token',
        description:
          'Returns the name, the scopes and the expiry of the token, the author of what it writes, the time of the server, what is left of the rate limit, and what became of the proposals and writes of the token in 90 days. Any scope.',
        response: { 200: Whoami },
      },
    },
    async ({ caller, rateLimit }) => {
      // `guard` has rejected a request without a caller, and counted this one.
      const { by, abilities, direct = [], expires_at = null, display = null } = caller as Caller
      const { name, scopes, actor, server_time } = identityOf({ by, abilities })
      const id = authorTokenId(by)
      return {
        message: 'Token found.',
        token: {
          id,
          name,
          scopes,
          direct: [...direct],
          expires_at,
          display,
        },
        actor,
        server_time,
        rate_limit: rateLimit as RateLimitState,
        record: id === null ? null : await readAgentRecord(app.readReplica, id),
      }
    },
  )
}
