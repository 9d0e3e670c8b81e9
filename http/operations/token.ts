import { listOwnTokens, OwnToken, revokeOwnToken, revokeUsedToken } from '../../src/access/access-token.ts'
import { transact } from '../../src/database/unit-of-work.ts'
import { PageQuery } from '../../src/record/paging.ts'
import { pageAnswer, pagedAnswer } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { Server } from '../server.ts'
import { actorOf } from '../write.ts'

const tags = ['Access tokens']

/** A person's own access tokens. Whoever has one may list and revoke them, whatever their role or status. */
export function tokenRoutes(app: Server): void {
  app.get(
    '/auth/tokens',
    {
      schema: {
        tags,
        summary: 'List your own access tokens',
        querystring: PageQuery,
        response: { 200: pagedAnswer(OwnToken) },
      },
    },
    async (request) =>
      pageAnswer(request, request.query, await listOwnTokens(app.read, actorOf(request), request.query)),
  )

  app.delete(
    '/auth/token',
    { schema: { tags, summary: 'Revoke the token that this request is sent with' } },
    async (request, reply) => {
      await transact(app.orm, (em) => revokeUsedToken(em, actorOf(request)))
      return reply.code(204).send()
    },
  )

  app.delete(
    '/auth/tokens/:id',
    { schema: { tags, summary: 'Revoke one of your own access tokens', params: IdPath } },
    async (request, reply) => {
      await transact(app.orm, (em) => revokeOwnToken(em, actorOf(request), request.params.id))
      return reply.code(204).send()
    },
  )
}
