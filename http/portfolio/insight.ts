import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightDetail, InsightQuery, listInsights, showInsight } from '../../src/portfolio/insight/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { idKey } from './path-key.ts'
import { appendOnlyRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

/** Registers the routes of insights. */
export function insightRoutes(app: Server): void {
  appendOnlyRoutes(app, {
    path: '/insights',
    key: idKey,
    name: 'insight',
    label: { singular: 'insight', plural: 'insights' },
    list: {
      summary: 'List insights',
      query: InsightQuery,
      response: listResponse('insights', Insight),
      run: listInsights,
    },
    get: {
      summary: 'Get an insight',
      response: recordResponse('insight', InsightDetail),
      run: async (read, id) => ({ insight: await showInsight(read, id) }),
    },
    create: {
      write: writes.record_insight,
      responses: createdResponsesWithSimilar('insight', Insight),
      keyOf: ({ insight }) => insight.id,
    },
  })
}
