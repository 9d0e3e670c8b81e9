import { Agent, AgentToggle } from '../../src/assistant/agent/agent.ts'
import { agentHistory } from '../../src/assistant/agent/read.ts'
import { restartAgent, toggleAgent } from '../../src/assistant/agent/writes.ts'
import { HistoryEntry, HistoryQuery } from '../../src/journal/record-history.ts'
import { cursorPageBody, cursorPageResponse } from '../answers/paging.ts'
import { dataResponse, underData } from '../answers/response-schemas.ts'
import { IdParams } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondAction } from '../routes/write.ts'
import type { Server } from '../server/server.ts'

const tags = ['Agents']

/** Registers the routes that switch or restart an agent or list its history. */
export function agentRoutes(app: Server): void {
  app.post(
    '/:id/toggle',
    {
      schema: {
        operationId: 'toggleAgent',
        tags,
        summary: 'Switch an agent on or off',
        description:
          'Without a body the state is inverted. While an agent is off, requests of bots for it are rejected with 409.',
        params: IdParams,
        querystring: WriteQuery,
        body: AgentToggle,
        response: { 200: dataResponse(Agent) },
      },
    },
    (request, reply) =>
      respondAction(
        request,
        reply,
        underData((em, actor) => toggleAgent(em, actor, request.params.id, request.body)),
        { set: ['is_active'] },
      ),
  )

  app.post(
    '/:id/restart',
    {
      schema: {
        operationId: 'restartAgent',
        tags,
        summary: 'Mark an agent as restarted',
        description:
          'Increments `restart_count` and sets `last_restarted_at`. The server does not restart the agent itself; the program that runs it can read these fields.',
        params: IdParams,
        querystring: WriteQuery,
        response: { 200: dataResponse(Agent) },
      },
    },
    (request, reply) =>
      respondAction(
        request,
        reply,
        underData((em, actor) => restartAgent(em, actor, request.params.id)),
        { set: ['last_restarted_at'] },
      ),
  )

  app.get(
    '/:id/history',
    {
      schema: {
        operationId: 'listAgentHistory',
        tags,
        summary: 'List the history of an agent, newest first',
        params: IdParams,
        querystring: HistoryQuery,
        response: { 200: cursorPageResponse(HistoryEntry) },
      },
    },
    async (request) =>
      cursorPageBody(request, request.query, await agentHistory(app.read, request.params.id, request.query)),
  )
}
