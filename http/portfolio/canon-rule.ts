import type { Read } from '../../src/database/read.ts'
import { CanonRule } from '../../src/portfolio/canon-rule/canon-rule.ts'
import { changeCanonRule } from '../../src/portfolio/canon-rule/change.ts'
import { createCanonRule } from '../../src/portfolio/canon-rule/create.ts'
import { CanonRuleQuery, listCanonRules, readCanonRule } from '../../src/portfolio/canon-rule/read.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { RulePath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Canon rules']

const answer = one('rule', CanonRule)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Canon rule found.', rule: await readCanonRule(read, { id }) }),
})

/** Canon rules: what the portfolio is run by. */
export function canonRuleRoutes(app: App): void {
  app.get(
    '/canon-rules',
    {
      schema: {
        tags,
        summary: 'Read the canon rules',
        querystring: CanonRuleQuery,
        response: { 200: many('rules', CanonRule) },
      },
    },
    async ({ query }) => ({
      message: 'Canon rules found.',
      ...(await listCanonRules(app.readReplica, query)),
    }),
  )

  app.get(
    '/canon-rules/:canonRule',
    {
      schema: {
        tags,
        summary: 'Read a canon rule',
        params: RulePath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.canonRule).body(app.read),
  )

  app.post(
    '/canon-rules',
    {
      schema: {
        tags,
        ...said(writes.create_canon_rule),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createCanonRule(em, actor, request.body), {
        message: 'Canon rule created.',
        path: ({ rule }) => `/api/portfolio/canon-rules/${rule.id}`,
      }),
  )

  app.patch(
    '/canon-rules/:canonRule',
    {
      schema: {
        tags,
        ...said(writes.change_canon_rule),
        params: RulePath,
        querystring: WriteQuery,
        response: { 200: answer },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        (em, actor, precondition) =>
          changeCanonRule(em, actor, request.params.canonRule, request.body, precondition),
        { message: 'Canon rule updated.', shown: shown(request.params.canonRule) },
      ),
  )
}
