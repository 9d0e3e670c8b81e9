import { phrase } from '../../../src/language/phrase.ts'
import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import type { Claim } from '../../../src/portfolio/task/claim.ts'
import { takeBack } from '../../../src/portfolio/task/claim-writes.ts'
import { readTask } from '../../../src/portfolio/task/read.ts'
import { finishedStatuses, isFinished } from '../../../src/portfolio/urgency.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { dueDay } from '../html/display.ts'
import { t } from '../html/text.ts'
import { weekPresets } from '../list/presets.ts'
import { evidencePart } from '../parts/evidence.ts'
import { claimNote, delegateCell } from '../parts/task-work.ts'
import { boardAddress } from '../record/address.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Tasks of the portfolio. */
export const taskPages = portfolioPages('task', {
  texts: 'task',
  about: phrase('task.about'),
  columns: ['title', 'status', 'priority', 'owner', 'due_at', 'product_slug', 'product_decision_id'],
  cells: {
    delegate_token_id: delegateCell,
    due_at: ({ row }) => dueDay(row.due_at, !finishedStatuses.some((status) => status === row.status)),
  },
  usualOrder: {
    sort: mostUrgentFirst,
    shownAs: '-priority',
    about: phrase('task.usualOrder'),
  },
  presets: [
    ...weekPresets,
    { label: phrase('task.overdue'), query: { overdue: '1' } },
    { label: phrase('task.open'), query: { status: 'open' } },
    { label: phrase('task.inProgress'), query: { status: 'in-progress' } },
    { label: phrase('task.blocked'), query: { status: 'blocked' } },
  ],
  views: (filters) => [{ label: t('layout.board'), href: boardAddress(filters) }],
  read: readTask,
  inRow: { status: 's', priority: 'p', owner: 'o', due_at: 'd' },
  bulk: { status: 'status', priority: 'priority', owner: 'owner', due_at: 'due_at' },
  caution: claimNote,
  actions: [
    {
      path: 'take-back',
      label: phrase('task.takeBack'),
      done: phrase('task.takenBack'),
      confirm: ({ claim }) => phrase('task.takeBackQuestion', { agent: visibleName((claim as Claim).by) }),
      withClaims: true,
      isPossible: ({ claim }) => claim !== null,
      run: takeBack,
    },
    {
      path: 'done',
      label: phrase('task.finish'),
      done: phrase('task.finished'),
      confirm: phrase('task.finishQuestion'),
      isInList: true,
      isPossible: ({ status }) => !isFinished(String(status)),
      asChange: () => ({ status: 'done' }),
    },
  ],
  part: evidencePart('task'),
})
