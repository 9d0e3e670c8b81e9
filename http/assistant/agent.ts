import { Agent, AgentChange, AgentToggle, NewAgent } from '../../src/assistant/agent/agent.ts'
import { changeAgent } from '../../src/assistant/agent/change.ts'
import { createAgent } from '../../src/assistant/agent/create.ts'
import { agentHistory } from '../../src/assistant/agent/history.ts'
import { AgentQuery, listAgents, readAgent } from '../../src/assistant/agent/read.ts'
import { removeAgent } from '../../src/assistant/agent/remove.ts'
import { restartAgent } from '../../src/assistant/agent/restart.ts'
import { toggleAgent } from '../../src/assistant/agent/toggle.ts'
import type { Read } from '../../src/database/read.ts'
import { HistoryEntry, HistoryQuery } from '../../src/journal/record-history.ts'
import { asData, createdData, data, NoQuery, Removed } from '../data.ts'
import { endless, endlessAnswer, pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { acted, changed, created, removed, WriteQuery } from '../write.ts'

const tags = ['Agents']

const answer = data(Agent)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ data: await readAgent(read, id) }),
})

/** Agents that bots log under. */
export function agentRoutes(app: App): void {
  app.get(
    '',
    {
      schema: {
        tags,
        summary: 'List agents',
        querystring: AgentQuery,
        response: { 200: paged(Agent) },
      },
    },
    async (request) => pageAnswer(request, request.query, await listAgents(app.readReplica, request.query)),
  )

  app.get(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Read an agent',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '',
    {
      schema: {
        tags,
        summary: 'Create an agent',
        querystring: WriteQuery,
        body: NewAgent,
        response: createdData(Agent),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createAgent(em, actor, request.body)),
        { path: ({ data }) => `/api/agents/${data.id}` },
      ),
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/:id',
    schema: {
      tags,
      summary: 'Change an agent',
      description: 'Both methods change what is sent and nothing else.',
      params: IdPath,
      querystring: WriteQuery,
      body: AgentChange,
      response: { 200: answer },
    },
    handler: (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeAgent(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  })

  app.delete(
    '/:id',
    {
      schema: {
        tags,
        summary: 'Remove an agent',
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: Removed },
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeAgent(em, actor, request.params.id)),
  )

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
        response: { 200: answer },
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
        response: { 200: answer },
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
