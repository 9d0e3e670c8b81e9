import { operations } from '../../src/portfolio/operations.ts'
import { listSignals, SignalDetail, SignalQuery, showSignal } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { idKey } from '../routes/path-key.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import type { Server } from '../server/server.ts'
import { portfolioEnvelope } from './envelope.ts'

const label = { singular: 'signal', plural: 'signals' }

/** Registers the routes of signals: growth points, problems and risks. */
export function signalRoutes(app: Server): void {
  recordRoutes(app, {
    path: '/signals',
    key: idKey,
    label,
    envelope: portfolioEnvelope('signal', label, { record: Signal, detail: SignalDetail, hasSimilar: true }),
    list: { query: SignalQuery, run: listSignals },
    get: { run: showSignal },
    create: operations.record_signal,
    change: operations.change_signal,
  })
}
