import { z } from 'zod'
import { WeekQuery } from '../../src/catalog/week/period.ts'
import { readWeek, Week } from '../../src/catalog/week/read.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

/** Registers the route of a week. */
export function weekRoute(app: Server): void {
  const { TIME_ZONE } = app.config
  app.get(
    '/week',
    {
      config: { sharedAnswer: true },
      schema: {
        operationId: 'getWeek',
        tags: ['Portfolio'],
        summary: 'Get what a week brought, and what is to be done now',
        description:
          'Returns the decisions, signals, tasks, writes of agents, canon rules and largest changes of a week or since a time, and the products that have not been touched. Each list has at most 10 rows; `meta` has its total under the same path. Unresolved critical signals, overdue tasks and untouched products are those of now, whatever the week.',
        querystring: WeekQuery,
        response: { 200: z.object({ message, ...Week.shape }) },
      },
    },
    async ({ query }) => ({ message: 'Week found.', ...(await readWeek(app.readReplica, query, TIME_ZONE)) }),
  )
}
