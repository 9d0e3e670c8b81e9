import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { readTask } from '../../../src/portfolio/task/read.ts'
import { finishedStatuses, isFinished } from '../../../src/portfolio/urgency.ts'
import { dueDay } from '../html/display.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Tasks of the portfolio. */
export const taskPages = portfolioPages('task', {
  label: { singular: 'task', plural: 'tasks' },
  about: 'Work to do for products, apps and directions, often from a decision.',
  columns: ['title', 'status', 'priority', 'owner', 'due_at', 'product_slug', 'product_decision_id'],
  cells: {
    due_at: ({ row }) => dueDay(row.due_at, !finishedStatuses.some((status) => status === row.status)),
  },
  usualOrder: {
    sort: mostUrgentFirst,
    shownAs: '-priority',
    about: 'unfinished first, by priority and due date',
  },
  presets: [
    { label: 'Overdue', query: { overdue: '1' } },
    { label: 'Open', query: { status: 'open' } },
    { label: 'In progress', query: { status: 'in-progress' } },
    { label: 'Blocked', query: { status: 'blocked' } },
  ],
  read: readTask,
  bulk: { status: 'status', priority: 'priority', owner: 'owner' },
  actions: [
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
