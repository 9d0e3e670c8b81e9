import type { Read } from '../../src/database/read.ts'
import { createEconomics } from '../../src/portfolio/economics/create.ts'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics, readEconomics } from '../../src/portfolio/economics/read.ts'
import { writes } from '../../src/portfolio/writes.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { created, WriteQuery } from '../write.ts'
import { made, many, NoQuery, one, said } from './answer.ts'

const tags = ['Economics']

const answer = one('economics', Economics)
const shown = (id: number) => ({
  schema: answer,
  body: async (read: Read) => ({ message: 'Economics found.', economics: await readEconomics(read, { id }) }),
})

/** Economics: how a product or a direction did in a period. */
export function economicsRoutes(app: App): void {
  app.get(
    '/economics',
    {
      schema: {
        tags,
        summary: 'List economics summaries',
        querystring: EconomicsQuery,
        response: { 200: many('economics', Economics) },
      },
    },
    async ({ query }) => ({ message: 'Economics found.', ...(await listEconomics(app.readReplica, query)) }),
  )

  app.get(
    '/economics/:id',
    {
      schema: {
        tags,
        summary: 'Read an economics summary',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: answer },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/economics',
    {
      schema: {
        tags,
        ...said(writes.record_economics),
        querystring: WriteQuery,
        response: made(answer),
      },
    },
    (request, reply) =>
      created(request, reply, (em, actor) => createEconomics(em, actor, request.body), {
        message: 'Economics created.',
        path: ({ economics }) => `/api/portfolio/economics/${economics.id}`,
      }),
  )
}
