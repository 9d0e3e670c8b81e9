import { listSignals, SignalDetail, SignalQuery, showSignal } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server/server.ts'
import { idKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { createdResponsesWithSimilar, listResponse, recordResponse } from './response.ts'

const response = recordResponse('signal', Signal)

/** Registers the routes of signals: growth points, problems and risks. */
export function signalRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/signals',
    key: idKey,
    name: 'signal',
    label: { singular: 'signal', plural: 'signals' },
    list: {
      summary: 'List signals',
      query: SignalQuery,
      response: listResponse('signals', Signal),
      run: listSignals,
    },
    get: {
      summary: 'Get a signal',
      response: recordResponse('signal', SignalDetail),
      run: async (read, id) => ({ signal: await showSignal(read, id) }),
    },
    create: {
      write: writes.record_signal,
      responses: createdResponsesWithSimilar('signal', Signal),
      keyOf: ({ signal }) => signal.id,
    },
    change: { write: writes.change_signal, response },
  })
}
