import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightDetail, InsightQuery, listInsights, showInsight } from '../../src/portfolio/insight/read.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { idKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'
import { retractionRoutes } from './retraction-routes.ts'

const label = { singular: 'insight', plural: 'insights' }

/** Registers the routes of insights. */
export function insightRoutes(app: Server): void {
  const resource = {
    path: '/insights',
    key: idKey,
    label,
    envelope: portfolioEnvelope('insight', label, {
      record: Insight,
      detail: InsightDetail,
      hasSimilar: true,
    }),
    list: { query: InsightQuery, run: listInsights },
    get: { run: showInsight },
    create: operations.record_insight,
  }
  recordRoutes(app, resource)
  retractionRoutes(app, resource, {
    retract: operations.retract_insight,
    restore: operations.restore_insight,
  })
}
