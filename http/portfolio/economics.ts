import { createEconomics } from '../../src/portfolio/economics/create.ts'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics, readEconomics } from '../../src/portfolio/economics/read.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { byId } from './path-key.ts'
import { reportRoutes } from './record-routes.ts'

const record = one('economics', Economics)

/** Economics: how a product or a direction did in a period. */
export function economicsRoutes(app: Server): void {
  reportRoutes(app, {
    path: '/economics',
    key: byId,
    called: { one: 'Economics', many: 'Economics' },
    record,
    list: {
      summary: 'List economics summaries',
      query: EconomicsQuery,
      answer: many('economics', Economics),
      run: listEconomics,
    },
    show: {
      summary: 'Read an economics summary',
      answer: record,
      run: async (read, id) => ({ economics: await readEconomics(read, { id }) }),
    },
    create: {
      write: writes.record_economics,
      run: createEconomics,
      address: ({ economics }) => economics.id,
    },
  })
}
