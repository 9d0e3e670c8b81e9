import { z } from 'zod'
import { OutcomesQuery, readOutcomes, TypeOutcomes } from '../../src/portfolio/decision/outcomes.ts'
import { warningList } from '../answers/response-schemas.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

/** Registers the route of how decisions turned out. */
export function outcomesRoute(app: Server): void {
  const { TIME_ZONE } = app.config
  app.get(
    '/outcomes',
    {
      config: { sharedAnswer: true },
      schema: {
        operationId: 'getOutcomes',
        tags: ['Portfolio'],
        summary: 'Get how decisions turned out, by type',
        description:
          'Returns how many decisions of each type people have judged, and with which outcome, the type with the most judged decisions first. A type without a judged decision is left out.',
        querystring: OutcomesQuery,
        response: {
          200: z.object({
            message,
            outcomes: z.array(TypeOutcomes),
            meta: z.object({ total: z.int().min(0), count: z.int().min(0) }),
            warnings: warningList,
          }),
        },
      },
    },
    async ({ query }) => {
      const found = await readOutcomes(app.readReplica, query, TIME_ZONE)
      const count = found.outcomes.length
      return { message: 'Outcomes found.', ...found, meta: { total: count, count } }
    },
  )
}
