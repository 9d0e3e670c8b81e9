import { Economics } from '../../src/portfolio/economics/economics.ts'
import {
  EconomicsDetail,
  EconomicsQuery,
  listEconomics,
  showEconomics,
} from '../../src/portfolio/economics/read.ts'
import { operations } from '../../src/portfolio/operations.ts'
import { idKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'
import { retractionRoutes } from './retraction-routes.ts'

const label = { singular: 'economics', plural: 'economics' }

/** Registers the routes of economics summaries. */
export function economicsRoutes(app: Server): void {
  const resource = {
    path: '/economics',
    key: idKey,
    label,
    envelope: portfolioEnvelope('economics', label, {
      record: Economics,
      detail: EconomicsDetail,
      hasSimilar: true,
    }),
    list: { summary: 'List economics summaries', query: EconomicsQuery, run: listEconomics },
    get: { summary: 'Get an economics summary', run: showEconomics },
    create: operations.record_economics,
  }
  recordRoutes(app, resource)
  retractionRoutes(app, resource, {
    retract: operations.retract_economics,
    restore: operations.restore_economics,
  })
}
