import { listRequests, RequestQuery } from '../../src/journal/request-log/list-requests.ts'
import { RequestRow } from '../../src/journal/request-log/request-row.ts'
import { RequestSummary, summarizeRequests } from '../../src/journal/request-log/request-statistics.ts'
import { encodeTimeCursor } from '../../src/record/list/cursor.ts'
import { cursorPageBody, cursorPageResponse } from '../answers/paging.ts'
import type { Server } from '../server/server.ts'

/** Registers the read-only route of the request log. */
export function requestLogRoutes(app: Server): void {
  app.get(
    '/admin/api-logs',
    {
      config: { ability: 'logs:read', policy: 'readLogs' },
      schema: {
        operationId: 'listRequests',
        tags: ['Request log'],
        summary: 'List requests, newest first',
        description:
          'Returns the requests to the APIs and to MCP, with a summary of the last 24 hours. Only for admins and managers.',
        querystring: RequestQuery,
        response: { 200: cursorPageResponse(RequestRow).extend({ summary: RequestSummary }) },
      },
    },
    async (request) => {
      const [page, summary] = await Promise.all([
        listRequests(app.readReplica, request.query, app.config.SLOW_REQUEST_MS),
        summarizeRequests(app.readReplica),
      ])
      return { ...cursorPageBody(request, request.query, page, encodeTimeCursor), summary }
    },
  )
}
