import type { Read } from '../../src/database/read.ts'
import { changeDecision } from '../../src/portfolio/decision/change.ts'
import { createDecision } from '../../src/portfolio/decision/create.ts'
import { DecisionQuery, listDecisions, readDecision } from '../../src/portfolio/decision/read.ts'
import { Decision } from '../../src/portfolio/decision/with-tasks.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Decisions']

const answer = one('decision', Decision)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Decision found.', decision: await readDecision(read, id) }),
})

/** Decisions about products. */
export function decisionRoutes(app: App): void {
  app.get(
    '/decisions',
    {
      schema: {
        tags,
        summary: 'List decisions with their tasks',
        querystring: DecisionQuery,
        response: { 200: many('decisions', Decision) },
      },
    },
    async ({ query }) => ({ message: 'Decisions found.', ...(await listDecisions(app.readReplica, query)) }),
  )

  app.get(
    '/decisions/:id',
    {
      schema: {
        tags,
        summary: 'Read a decision with its tasks',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/decisions',
    {
      schema: {
        tags,
        ...said(writes.record_decision),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createDecision(em, actor, request.body), {
        message: 'Decision created.',
        path: ({ decision }) => `/api/portfolio/decisions/${decision.id}`,
      }),
  )

  app.patch(
    '/decisions/:id',
    {
      schema: {
        tags,
        ...said(writes.change_decision),
        params: IdPath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) => changeDecision(em, actor, request.params.id, request.body, precondition),
        { message: 'Decision updated.', shown: shown(request.params.id) },
      ),
  )
}
