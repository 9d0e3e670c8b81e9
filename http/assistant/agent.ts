import { Agent, AgentChange, AgentToggle, NewAgent } from '../../src/assistant/agent/agent.ts'
import { changeAgent } from '../../src/assistant/agent/change.ts'
import { createAgent } from '../../src/assistant/agent/create.ts'
import { agentHistory } from '../../src/assistant/agent/history.ts'
import { AgentQuery, listAgents, readAgent } from '../../src/assistant/agent/read.ts'
import { removeAgent } from '../../src/assistant/agent/remove.ts'
import { restartAgent } from '../../src/assistant/agent/restart.ts'
import { toggleAgent } from '../../src/assistant/agent/toggle.ts'
import { HistoryEntry, HistoryQuery } from '../../src/journal/record-history.ts'
import { asData, data } from '../data.ts'
import { dataRoutes } from '../data-routes.ts'
import { endless, endlessAnswer } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { Server } from '../server.ts'
import { acted, WriteQuery } from '../write.ts'
import { eitherMethod } from './either-method.ts'

const tags = ['Agents']

/** Agents that bots log under. */
export function agentRoutes(app: Server): void {
  dataRoutes(app, {
    path: '',
    tags,
    called: { one: 'an agent', many: 'agents' },
    record: Agent,
    list: { query: AgentQuery, run: listAgents },
    read: readAgent,
    create: { body: NewAgent, run: createAgent },
    change: { ...eitherMethod, body: AgentChange, run: changeAgent },
    remove: { summary: 'Remove an agent', run: removeAgent },
  })

  app.post(
    '/:id/toggle',
    {
      schema: {
        tags,
        summary: 'Switch an agent on or off',
        description:
          'Without a body to the other state. Bots that name an agent that is off are refused with 409.',
        params: IdPath,
        querystring: WriteQuery,
        body: AgentToggle,
        response: { 200: data(Agent) },
      },
    },
    (request, reply) =>
      acted(
        request,
        reply,
        asData((em, actor) => toggleAgent(em, actor, request.params.id, request.body)),
      ),
  )

  app.post(
    '/:id/restart',
    {
      schema: {
        tags,
        summary: 'Mark an agent as restarted',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: data(Agent) },
      },
    },
    (request, reply) =>
      acted(
        request,
        reply,
        asData((em, actor) => restartAgent(em, actor, request.params.id)),
      ),
  )

  app.get(
    '/:id/history',
    {
      schema: {
        tags,
        summary: 'What happened to an agent, newest first',
        params: IdPath,
        querystring: HistoryQuery,
        response: { 200: endless(HistoryEntry) },
      },
    },
    async (request) =>
      endlessAnswer(request, request.query, await agentHistory(app.read, request.params.id, request.query)),
  )
}
