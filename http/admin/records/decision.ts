import { readDecision } from '../../../src/portfolio/decision/read.ts'
import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { NestedTask } from '../../../src/portfolio/task/task.ts'
import { dueDay } from '../html/display.ts'
import { evidencePart } from '../parts/evidence.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Decisions. */
export const decisionPages = portfolioPages('decision', {
  label: { singular: 'decision', plural: 'decisions' },
  about: 'What was decided about products, apps and directions, by whom, and when it is reviewed.',
  columns: ['title', 'decision_type', 'status', 'product_slug', 'direction_slug', 'owner', 'review_at'],
  cells: { review_at: ({ row }) => dueDay(row.review_at, row.status === 'active') },
  usualOrder: { sort: mostUrgentFirst, shownAs: 'review_at', about: 'active first, by review date' },
  presets: [
    { label: 'Review overdue', query: { overdue: '1' } },
    { label: 'Active', query: { status: 'active' } },
    { label: 'Reviewed', query: { status: 'reviewed' } },
  ],
  read: readDecision,
  create: {
    rows: {
      name: 'tasks',
      label: { singular: 'task', plural: 'tasks' },
      body: NestedTask,
      columns: ['title', 'owner', 'priority', 'due_at'],
    },
  },
  bulk: { status: 'status', owner: 'owner' },
  related: [{ collection: 'tasks', filter: ({ id }) => ({ product_decision_id: id }) }],
  part: evidencePart('decision'),
})
