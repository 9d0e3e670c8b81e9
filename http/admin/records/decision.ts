import { phrase } from '../../../src/language/phrase.ts'
import { maxTasks } from '../../../src/portfolio/decision/decision-with-tasks.ts'
import { maxExpectations, NewExpectation } from '../../../src/portfolio/decision/expectation.ts'
import { readDecision } from '../../../src/portfolio/decision/read.ts'
import { mostUrgentFirst } from '../../../src/portfolio/list/order.ts'
import { NestedTask } from '../../../src/portfolio/task/task.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { html } from '../html/html.ts'
import { evidencePart } from '../parts/evidence.ts'
import { expectationSection } from '../parts/expectations.ts'
import { isVerdictDue, outcomeActions, outcomeSection, reviewDay } from '../parts/outcome.ts'
import type { FormRows } from '../record/form-rows.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'
import type { DetailContext } from '../record/record.ts'

const taskRows: FormRows = {
  name: 'tasks',
  texts: 'task',
  body: NestedTask,
  columns: ['title', 'owner', 'priority', 'due_at'],
  max: maxTasks,
  fewest: 2,
}

const expectationRows: FormRows = {
  name: 'expected',
  texts: 'expectation',
  about: phrase('expectation.about'),
  body: NewExpectation,
  columns: ['metric', 'direction', 'at_least', 'by', 'app_slug', 'product_slug', 'keyword', 'country'],
  labels: {
    direction: phrase('field.expectedDirection'),
    by: phrase('field.expectedBy'),
    at_least: phrase('expectation.atLeast'),
    keyword: phrase('expectation.keyword'),
    country: phrase('expectation.country'),
  },
  max: maxExpectations,
  fewest: 1,
  fixed: {
    isFixed: ({ by }, today) => String(by) < today,
    reason: phrase('expectation.dayPassed'),
  },
}

const evidence = evidencePart('decision')

// What is due stands in front.
const isDue = ({ row, zone }: DetailContext) => isVerdictDue(row, todayIn(zone))

/** Decisions. */
export const decisionPages = portfolioPages('decision', {
  texts: 'decision',
  about: phrase('decision.about'),
  columns: [
    'title',
    'decision_type',
    'status',
    'outcome',
    'product_slug',
    'direction_slug',
    'owner',
    'review_at',
  ],
  cells: { review_at: reviewDay },
  usualOrder: { sort: mostUrgentFirst, shownAs: 'review_at', about: phrase('decision.usualOrder') },
  presets: [
    { label: phrase('decision.verdictDue'), query: { verdict_due: '1' } },
    { label: phrase('decision.reviewOverdue'), query: { overdue: '1' } },
    { label: phrase('decision.active'), query: { status: 'active' } },
    { label: phrase('decision.reviewed'), query: { status: 'reviewed' } },
  ],
  read: readDecision,
  create: { rows: [expectationRows, taskRows] },
  change: { rows: [expectationRows] },
  actions: outcomeActions,
  bulk: { status: 'status', owner: 'owner', review_at: 'review_at' },
  related: [{ collection: 'tasks', filter: ({ id }) => ({ product_decision_id: id }) }],
  firstPart: async (context) =>
    isDue(context) ? html`${outcomeSection(context)}${await expectationSection(context)}` : null,
  part: async (context) =>
    html`${isDue(context) ? null : html`${await expectationSection(context)}${outcomeSection(context)}`}${await evidence(context)}`,
})
