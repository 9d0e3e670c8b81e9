import { changeSignal } from '../../src/portfolio/signal/change.ts'
import { createSignal } from '../../src/portfolio/signal/create.ts'
import { listSignals, readSignal, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { writes } from '../../src/portfolio/write-api/writes.ts'
import type { Server } from '../server.ts'
import { many, one } from './answer.ts'
import { byId } from './path-key.ts'
import { recordRoutes } from './record-routes.ts'

const record = one('signal', Signal)

/** Signals: growth points, problems and risks. */
export function signalRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/signals',
    key: byId,
    called: { one: 'Signal', many: 'Signals' },
    record,
    list: { summary: 'List signals', query: SignalQuery, answer: many('signals', Signal), run: listSignals },
    show: {
      summary: 'Read a signal',
      answer: record,
      run: async (read, id) => ({ signal: await readSignal(read, { id }) }),
    },
    create: { write: writes.record_signal, run: createSignal, address: ({ signal }) => signal.id },
    change: { write: writes.change_signal, run: changeSignal },
  })
}
