import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { listSignals, readSignal, SignalQuery } from '../../../src/portfolio/signal/read.ts'
import { NewSignal, Signal, SignalChange } from '../../../src/portfolio/signal/signal.ts'
import {
  changeSignal,
  changeSignalByForm,
  createSignal,
  Resolution,
} from '../../../src/portfolio/signal/writes.ts'
import { isSettled } from '../../../src/portfolio/urgency.ts'
import { evidencePart } from '../parts/evidence.ts'
import { recordPages } from '../record/record.ts'
import { noPrecondition } from '../request/write.ts'

/** Signals. */
export const signalPages = recordPages({
  label: { singular: 'signal', plural: 'signals' },
  group: 'Portfolio',
  about: 'Problems, risks and growth points of products, apps and directions.',
  historyType: 'signal',
  columns: ['title', 'signal_type', 'severity', 'status', 'product_slug', 'created_at'],
  usualOrder: { sort: mostUrgentFirst, shownAs: '-severity', about: 'unresolved first, by severity' },
  presets: [
    { label: 'Unresolved', query: { unresolved: '1' } },
    { label: 'Open', query: { status: 'open' } },
    { label: 'Open and critical', query: { status: 'open', severity: 'critical' } },
    { label: 'Open and high', query: { status: 'open', severity: 'high' } },
  ],
  schema: Signal,
  list: { query: SignalQuery, run: listSignals },
  read: readSignal,
  create: { body: NewSignal, run: createSignal },
  change: { body: SignalChange, run: changeSignalByForm },
  bulk: { status: 'status', severity: 'severity' },
  actions: [
    {
      path: 'resolve',
      label: 'Resolve',
      done: 'resolved',
      confirm: 'What was done about this signal?',
      isInList: true,
      isPossible: ({ status }) => !isSettled(status),
      body: Resolution,
      asChange: (input) => ({ ...input, status: 'resolved' }),
      run: (em, actor, id, input: Resolution) =>
        changeSignal(em, actor, id, { ...input, status: 'resolved' }, noPrecondition),
    },
  ],
  part: evidencePart('signal'),
})
