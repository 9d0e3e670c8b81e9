import type { Read } from '../../src/database/read.ts'
import { createInsight } from '../../src/portfolio/insight/create.ts'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights, readInsight } from '../../src/portfolio/insight/read.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Insights']

const answer = one('insight', Insight)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Insight found.', insight: await readInsight(read, { id }) }),
})

/** Insights: conclusions about products. */
export function insightRoutes(app: App): void {
  app.get(
    '/insights',
    {
      schema: {
        tags,
        summary: 'List insights',
        querystring: InsightQuery,
        response: { 200: many('insights', Insight) },
      },
    },
    async ({ query }) => ({ message: 'Insights found.', ...(await listInsights(app.readReplica, query)) }),
  )

  app.get(
    '/insights/:id',
    {
      schema: {
        tags,
        summary: 'Read an insight',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/insights',
    {
      schema: {
        tags,
        ...said(writes.record_insight),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createInsight(em, actor, request.body), {
        message: 'Insight created.',
        path: ({ insight }) => `/api/portfolio/insights/${insight.id}`,
      }),
  )
}
