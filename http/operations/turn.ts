import { listTurns, Turn, TurnQuery } from '../../src/assistant/conversation/list-turns.ts'
import { endless, endlessAnswer } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { Server } from '../server.ts'

/** What contacts and assistants said to each other, for people to read. */
export function turnRoutes(app: Server): void {
  app.get(
    '/contacts/:id/turns',
    {
      config: { ability: 'contacts:read' },
      schema: {
        tags: ['Contacts'],
        summary: 'What a contact and assistants said to each other, newest first',
        params: IdPath,
        querystring: TurnQuery,
        response: { 200: endless(Turn) },
      },
    },
    async (request) =>
      endlessAnswer(request, request.query, await listTurns(app.read, request.params.id, request.query)),
  )
}
