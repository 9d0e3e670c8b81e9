import { createInsight } from '../../src/portfolio/insight/create.ts'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights, readInsight } from '../../src/portfolio/insight/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { byId } from './path-key.ts'
import { reportRoutes } from './record-routes.ts'

const record = one('insight', Insight)

/** Insights: conclusions about products. */
export function insightRoutes(app: Server): void {
  reportRoutes(app, {
    path: '/insights',
    key: byId,
    called: { one: 'Insight', many: 'Insights' },
    record,
    list: {
      summary: 'List insights',
      query: InsightQuery,
      answer: many('insights', Insight),
      run: listInsights,
    },
    show: {
      summary: 'Read an insight',
      answer: record,
      run: async (read, id) => ({ insight: await readInsight(read, { id }) }),
    },
    create: { write: writes.record_insight, run: createInsight, address: ({ insight }) => insight.id },
  })
}
