import { IssuedToken, issueByPassword, NewAccessToken } from '../../src/access/access-token.ts'
import { warningList } from '../answers/response-schemas.ts'
import type { RateLimit } from '../identity/area-auth.ts'
import { traceSignIn } from '../identity/sign-in.ts'
import { attemptsPerMinute, type CountAttempt } from '../protection/login-limits.ts'
import type { Server } from '../server/server.ts'

const { perAccount, perNetwork, undelayedPerEmail } = attemptsPerMinute

/** Registers the route that issues an access token for an email and a password. */
export function loginRoutes(app: Server, limit: RateLimit, countAttempt: CountAttempt): void {
  app.addHook('onRequest', limit)

  app.post(
    '/auth/token',
    {
      schema: {
        operationId: 'issueAccessToken',
        tags: ['Access tokens'],
        summary: 'Issue an access token',
        description: `Takes the email and password of a user. The token is returned only in this response. Limited to ${perAccount} attempts per minute for an email from one IP address, and to ${perNetwork} from one IP address; after ${undelayedPerEmail} attempts per minute for an email from anywhere, responses are delayed.`,
        body: NewAccessToken,
        response: { 201: IssuedToken.extend({ warnings: warningList }) },
      },
    },
    async (request, reply) => {
      await countAttempt(request, reply, request.body.email)
      const issued = await traceSignIn(request, 'http', () =>
        issueByPassword(app.orm, request.body, request.id),
      )
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )
}
