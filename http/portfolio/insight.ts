import { createInsight } from '../../src/portfolio/insight/create.ts'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights, readInsight } from '../../src/portfolio/insight/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { idKey } from './path-key.ts'
import { appendOnlyRoutes } from './record-routes.ts'
import { listResponse, recordResponse } from './response.ts'

const response = recordResponse('insight', Insight)

/** Registers the routes of insights. */
export function insightRoutes(app: Server): void {
  appendOnlyRoutes(app, {
    path: '/insights',
    key: idKey,
    label: { singular: 'insight', plural: 'insights' },
    response,
    list: {
      summary: 'List insights',
      query: InsightQuery,
      response: listResponse('insights', Insight),
      run: listInsights,
    },
    get: {
      summary: 'Get an insight',
      response,
      run: async (read, id) => ({ insight: await readInsight(read, { id }) }),
    },
    create: { write: writes.record_insight, run: createInsight, keyOf: ({ insight }) => insight.id },
  })
}
