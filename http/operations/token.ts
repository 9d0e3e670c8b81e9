import {
  IssuedToken,
  issueByPassword,
  listOwnTokens,
  NewAccessToken,
  OwnToken,
} from '../../src/access/access-token.ts'
import { write } from '../../src/journal/write.ts'
import { revokeCurrentToken, revokeOwnToken } from '../../src/people/token-revocation.ts'
import { PageQuery } from '../../src/record/list/paging.ts'
import { pageBody, pageResponse } from '../answers/paging.ts'
import { warningList } from '../answers/response-schemas.ts'
import { traceSignIn } from '../identity/sign-in.ts'
import { attemptsPerMinute } from '../protection/login-limits.ts'
import { IdParams } from '../routes/resource.ts'
import { actorOf } from '../routes/run-write.ts'
import type { Server } from '../server/server.ts'

const tags = ['Access tokens']

/**
 * Registers the routes of the caller's own access tokens. They require no ability, role or active status, so that every
 * user can revoke a token.
 */
export function tokenRoutes(app: Server): void {
  app.get(
    '/auth/tokens',
    {
      schema: {
        operationId: 'listAccessTokens',
        tags,
        summary: 'List your access tokens',
        querystring: PageQuery,
        response: { 200: pageResponse(OwnToken) },
      },
    },
    async (request) =>
      pageBody(request, request.query, await listOwnTokens(app.read, actorOf(request), request.query)),
  )

  app.delete(
    '/auth/token',
    {
      schema: {
        operationId: 'revokeCurrentAccessToken',
        tags,
        summary: 'Revoke the access token of this request',
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await write(app.orm, actor, (em) => revokeCurrentToken(em, actor), { allowsInactive: true })
      return reply.code(204).send()
    },
  )

  app.delete(
    '/auth/tokens/:id',
    {
      schema: {
        operationId: 'revokeAccessToken',
        tags,
        summary: 'Revoke one of your access tokens',
        params: IdParams,
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await write(app.orm, actor, (em) => revokeOwnToken(em, actor, request.params.id), {
        allowsInactive: true,
      })
      return reply.code(204).send()
    },
  )
}

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
