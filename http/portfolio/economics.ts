import { createEconomics } from '../../src/portfolio/economics/create.ts'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics, readEconomics } from '../../src/portfolio/economics/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { idKey } from './path-key.ts'
import { appendOnlyRoutes } from './record-routes.ts'
import { listResponse, recordResponse } from './response.ts'

const response = recordResponse('economics', Economics)

/** Registers the routes of economics summaries. */
export function economicsRoutes(app: Server): void {
  appendOnlyRoutes(app, {
    path: '/economics',
    key: idKey,
    label: { singular: 'economics', plural: 'economics' },
    response,
    list: {
      summary: 'List economics summaries',
      query: EconomicsQuery,
      response: listResponse('economics', Economics),
      run: listEconomics,
    },
    get: {
      summary: 'Get an economics summary',
      response,
      run: async (read, id) => ({ economics: await readEconomics(read, { id }) }),
    },
    create: {
      write: writes.record_economics,
      run: createEconomics,
      keyOf: ({ economics }) => economics.id,
    },
  })
}
