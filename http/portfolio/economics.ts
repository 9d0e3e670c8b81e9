import { Economics } from '../../src/portfolio/economics/economics.ts'
import {
  EconomicsDetail,
  EconomicsQuery,
  listEconomics,
  showEconomics,
} from '../../src/portfolio/economics/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { idKey } from './path-key.ts'
import { appendOnlyRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

/** Registers the routes of economics summaries. */
export function economicsRoutes(app: Server): void {
  appendOnlyRoutes(app, {
    path: '/economics',
    key: idKey,
    name: 'economics',
    label: { singular: 'economics', plural: 'economics' },
    list: {
      summary: 'List economics summaries',
      query: EconomicsQuery,
      response: listResponse('economics', Economics),
      run: listEconomics,
    },
    get: {
      summary: 'Get an economics summary',
      response: recordResponse('economics', EconomicsDetail),
      run: async (read, id) => ({ economics: await showEconomics(read, id) }),
    },
    create: {
      write: writes.record_economics,
      responses: createdResponsesWithSimilar('economics', Economics),
      keyOf: ({ economics }) => economics.id,
    },
  })
}
