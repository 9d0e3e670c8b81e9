import { z } from 'zod'
import { MetricTrend, TrendsQuery } from '../../src/catalog/trends/query.ts'
import { readTrends } from '../../src/catalog/trends/read.ts'
import { day } from '../../src/record/rules/day.ts'
import { warningList } from '../answers/response-schemas.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

const Days = z.object({ from: day, to: day })

/** Registers the route of the trends of a metric. */
export function trendsRoute(app: Server): void {
  const { TIME_ZONE } = app.config
  app.get(
    '/trends',
    {
      config: { sharedAnswer: true },
      schema: {
        operationId: 'getTrends',
        tags: ['Portfolio'],
        summary: 'Get the trends of clicks, ratings or keyword positions',
        description:
          'Returns the sum of the clicks, the last rating or the median position in the last full days and in as many days before, by app, for positions also by keyword and country: the 50 largest changes. Clicks are those of the applications of an app, without rejected ones; a period or a point that ends before the first day with stored clicks has null, and `measured_since` names that day. Without product and app: of the whole portfolio.',
        querystring: TrendsQuery,
        response: {
          200: z.object({
            message,
            trends: z.array(MetricTrend),
            period: Days,
            previous: Days,
            meta: z.object({ total: z.int().min(0), count: z.int().min(0) }),
            warnings: warningList,
          }),
        },
      },
    },
    async ({ query }) => {
      const { total, ...found } = await readTrends(app.readReplica, query, TIME_ZONE)
      return { message: 'Trends found.', ...found, meta: { total, count: found.trends.length } }
    },
  )
}
