import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { changeSignal } from '../../../src/portfolio/signal/change.ts'
import { createSignal } from '../../../src/portfolio/signal/create.ts'
import { listSignals, readSignal, SignalQuery } from '../../../src/portfolio/signal/read.ts'
import { NewSignal, Signal, SignalChange } from '../../../src/portfolio/signal/signal.ts'
import { evidencePart } from '../parts/evidence.ts'
import { recordPages } from '../record/record.ts'

/** Signals. */
export const signalPages = recordPages({
  label: { singular: 'signal', plural: 'signals' },
  group: 'Portfolio',
  about: 'Problems, risks and growth points of products, apps and directions.',
  historyType: 'signal',
  columns: ['title', 'signal_type', 'severity', 'status', 'product_slug', 'created_at'],
  usualOrder: { sort: mostUrgentFirst, shownAs: '-severity', about: 'unresolved first, by severity' },
  presets: [
    { label: 'Open', query: { status: 'open' } },
    { label: 'Open and critical', query: { status: 'open', severity: 'critical' } },
    { label: 'Open and high', query: { status: 'open', severity: 'high' } },
  ],
  schema: Signal,
  list: { query: SignalQuery, run: listSignals },
  read: readSignal,
  create: { body: NewSignal, run: createSignal },
  change: { body: SignalChange, run: changeSignal },
  part: evidencePart('signal'),
})
