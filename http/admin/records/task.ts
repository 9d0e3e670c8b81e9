import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import type { Claim } from '../../../src/portfolio/task/claim.ts'
import { takeBack } from '../../../src/portfolio/task/claim-writes.ts'
import { readTask } from '../../../src/portfolio/task/read.ts'
import { finishedStatuses, isFinished } from '../../../src/portfolio/urgency.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { dueDay } from '../html/display.ts'
import { weekPresets } from '../list/presets.ts'
import { evidencePart } from '../parts/evidence.ts'
import { claimNote, delegateCell } from '../parts/task-work.ts'
import { boardAddress } from '../record/address.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Tasks of the portfolio. */
export const taskPages = portfolioPages('task', {
  texts: 'task',
  label: { singular: 'task', plural: 'tasks' },
  about: 'Work to do for products, apps and directions, often from a decision.',
  columns: ['title', 'status', 'priority', 'owner', 'due_at', 'product_slug', 'product_decision_id'],
  cells: {
    delegate_token_id: delegateCell,
    due_at: ({ row }) => dueDay(row.due_at, !finishedStatuses.some((status) => status === row.status)),
  },
  usualOrder: {
    sort: mostUrgentFirst,
    shownAs: '-priority',
    about: 'unfinished first, by priority and due date',
  },
  presets: [
    ...weekPresets,
    { label: 'Overdue', query: { overdue: '1' } },
    { label: 'Open', query: { status: 'open' } },
    { label: 'In progress', query: { status: 'in-progress' } },
    { label: 'Blocked', query: { status: 'blocked' } },
  ],
  views: (filters) => [{ label: 'Board', href: boardAddress(filters) }],
  read: readTask,
  inRow: { status: 's', priority: 'p', owner: 'o', due_at: 'd' },
  bulk: { status: 'status', priority: 'priority', owner: 'owner', due_at: 'due_at' },
  caution: claimNote,
  actions: [
    {
      path: 'take-back',
      label: 'Take back',
      done: 'taken back',
      confirm: ({ claim }) =>
        `Take the task back from ${visibleName((claim as Claim).by)}? The agent gets no message, and other agents can take the task at once.`,
      withClaims: true,
      isPossible: ({ claim }) => claim !== null,
      run: takeBack,
    },
    {
      path: 'done',
      label: 'Done',
      done: 'done',
      confirm: 'Is this task done? Tasks that wait for it are no longer blocked.',
      isInList: true,
      isPossible: ({ status }) => !isFinished(String(status)),
      asChange: () => ({ status: 'done' }),
    },
  ],
  part: evidencePart('task'),
})
