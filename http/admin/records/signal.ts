import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { readSignal } from '../../../src/portfolio/signal/read.ts'
import { changeSignalByForm, Resolution } from '../../../src/portfolio/signal/writes.ts'
import { isSettled } from '../../../src/portfolio/urgency.ts'
import { decideLinks } from '../parts/decide.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Signals. */
export const signalPages = portfolioPages('signal', {
  texts: 'signal',
  label: { singular: 'signal', plural: 'signals' },
  about: 'Problems, risks and growth points of products, apps and directions.',
  columns: ['title', 'signal_type', 'severity', 'status', 'product_slug', 'created_at'],
  usualOrder: { sort: mostUrgentFirst, shownAs: '-severity', about: 'unresolved first, by severity' },
  presets: [
    { label: 'Unresolved', query: { unresolved: '1' } },
    { label: 'Open', query: { status: 'open' } },
    { label: 'Open and critical', query: { status: 'open', severity: 'critical' } },
    { label: 'Open and high', query: { status: 'open', severity: 'high' } },
  ],
  read: readSignal,
  change: { run: changeSignalByForm },
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
    },
  ],
  button: decideLinks,
  part: evidencePart('signal'),
})
