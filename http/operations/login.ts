import { IssuedToken, issueByPassword, NewAccessToken } from '../../src/access/access-token.ts'
import { warningList } from '../data.ts'
import type { Limit } from '../plugins/limits.ts'
import type { Server } from '../server.ts'
import { attempts } from './login-limits.ts'

/** Where somebody with a password gets an access token. */
export function loginRoutes(app: Server, limit: Limit): void {
  app.addHook('onRequest', limit)
  const attempt = attempts(app)

  app.post(
    '/auth/token',
    {
      schema: {
        tags: ['Access tokens'],
        summary: 'Get an access token by email and password',
        description:
          'The token is shown this once. Five attempts a minute for an email from one address; after ten from anywhere the answer is delayed.',
        body: NewAccessToken,
        response: { 201: IssuedToken.extend({ warnings: warningList }) },
      },
    },
    async (request, reply) => {
      await attempt(request, reply, request.body.email)
      const issued = await issueByPassword(app.orm, request.body, request.id)
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )
}
