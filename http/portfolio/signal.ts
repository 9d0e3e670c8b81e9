import { changeSignal } from '../../src/portfolio/signal/change.ts'
import { createSignal } from '../../src/portfolio/signal/create.ts'
import { listSignals, readSignal, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { idKey } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'
import { listResponse, recordResponse } from './response.ts'

const response = recordResponse('signal', Signal)

/** Registers the routes of signals: growth points, problems and risks. */
export function signalRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/signals',
    key: idKey,
    label: { singular: 'signal', plural: 'signals' },
    response,
    list: {
      summary: 'List signals',
      query: SignalQuery,
      response: listResponse('signals', Signal),
      run: listSignals,
    },
    get: {
      summary: 'Get a signal',
      response,
      run: async (read, id) => ({ signal: await readSignal(read, { id }) }),
    },
    create: { write: writes.record_signal, run: createSignal, keyOf: ({ signal }) => signal.id },
    change: { write: writes.change_signal, run: changeSignal },
  })
}
