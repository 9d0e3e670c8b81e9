import { listTurns, Turn, TurnQuery } from '../../src/assistant/conversation/read.ts'
import { cursorPageBody, cursorPageResponse } from '../answers/paging.ts'
import { IdParams } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'

/** Registers the route of the turns of a contact's conversations with assistants. */
export function turnRoutes(app: Server): void {
  app.get(
    '/contacts/:id/turns',
    {
      config: { ability: 'contacts:read' },
      schema: {
        operationId: 'listContactTurns',
        tags: ['Contacts'],
        summary: "List the turns of a contact's conversations, newest first",
        params: IdParams,
        querystring: TurnQuery,
        response: { 200: cursorPageResponse(Turn) },
      },
    },
    async (request) =>
      cursorPageBody(request, request.query, await listTurns(app.read, request.params.id, request.query)),
  )
}
