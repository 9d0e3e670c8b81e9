import { listRequests, RequestQuery } from '../../src/journal/read-requests.ts'
import { RequestRow } from '../../src/journal/request-row.ts'
import { RequestSummary, summarizeRequests } from '../../src/journal/request-summary.ts'
import { endless, endlessAnswer } from '../paging.ts'
import type { Server } from '../server.ts'

/** The log of requests, to be read only. */
export function apiLogRoutes(app: Server): void {
  app.get(
    '/admin/api-logs',
    {
      config: { ability: 'logs:read', policy: 'readLogs' },
      schema: {
        tags: ['Request log'],
        summary: 'List requests, and sum up the last 24 hours',
        description: 'Every request of the APIs and of MCP, newest first. For admins and managers.',
        querystring: RequestQuery,
        response: { 200: endless(RequestRow).extend({ summary: RequestSummary }) },
      },
    },
    async (request) => {
      const [found, summary] = await Promise.all([
        listRequests(app.readReplica, request.query, app.config.SLOW_REQUEST_MS),
        summarizeRequests(app.readReplica),
      ])
      return { ...endlessAnswer(request, request.query, found), summary }
    },
  )
}
