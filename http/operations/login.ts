import { IssuedToken, issueByPassword, NewAccessToken } from '../../src/access/access-token.ts'
import { warningList } from '../answers/response-schemas.ts'
import { traceSignIn } from '../identity/sign-in.ts'
import { attemptsPerMinute } from '../protection/login-limits.ts'
import type { Server } from '../server/server.ts'

const { perAccount, perNetwork, undelayedPerEmail } = attemptsPerMinute

/** Registers the route that issues an access token for an email and a password. */
export async function loginRoutes(app: Server): Promise<void> {
  app.addHook('onRequest', app.limitRate)

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
      await app.countAttempt(request, reply, request.body.email)
      const issued = await traceSignIn(request, 'http', () =>
        issueByPassword(app.orm, request.body, request.id),
      )
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )
}
