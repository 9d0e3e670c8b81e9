import { phrase } from '../../../src/language/phrase.ts'
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
  about: phrase('signal.about'),
  columns: ['title', 'signal_type', 'severity', 'status', 'product_slug', 'created_at'],
  usualOrder: { sort: mostUrgentFirst, shownAs: '-severity', about: phrase('signal.usualOrder') },
  presets: [
    { label: phrase('signal.unresolved'), query: { unresolved: '1' } },
    { label: phrase('signal.open'), query: { status: 'open' } },
    { label: phrase('signal.openCritical'), query: { status: 'open', severity: 'critical' } },
    { label: phrase('signal.openHigh'), query: { status: 'open', severity: 'high' } },
  ],
  read: readSignal,
  change: { run: changeSignalByForm },
  bulk: { status: 'status', severity: 'severity' },
  actions: [
    {
      path: 'resolve',
      label: phrase('signal.resolve'),
      done: phrase('signal.resolved'),
      confirm: phrase('signal.resolveQuestion'),
      isInList: true,
      isPossible: ({ status }) => !isSettled(status),
      body: Resolution,
      asChange: (input) => ({ ...input, status: 'resolved' }),
    },
  ],
  button: decideLinks,
  part: evidencePart('signal'),
})
