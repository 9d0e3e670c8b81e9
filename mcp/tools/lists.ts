import { z } from 'zod'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics } from '../../src/portfolio/economics/read.ts'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights } from '../../src/portfolio/insight/read.ts'
import { listSignals, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { listTasks, TaskQuery } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { appSlugArgument, recordListArguments } from '../argument.ts'
import { decisionView } from '../decision-view.ts'
import { listTool } from '../list-tool.ts'
import type { Tool } from '../tool.ts'
import { view } from '../view.ts'

export const signalView = view(
  Signal,
  'id',
  'signal_type',
  'severity',
  'status',
  'title',
  'recommended_action',
  'product_slug',
  'direction_slug',
  'app_slug',
  'created_at',
)

export const insightView = view(
  Insight,
  'id',
  'title',
  'body',
  'impact_level',
  'confidence_level',
  'discovered_at',
  'product_slug',
  'direction_slug',
  'app_slug',
  'retracted_at',
  'retraction',
)

export const economicsView = view(
  Economics,
  'id',
  'title',
  'economics_status',
  'confidence_level',
  'period_start',
  'period_end',
  'conclusion',
  'product_slug',
  'direction_slug',
  'retracted_at',
  'retraction',
)

export const taskView = view(
  Task,
  'id',
  'title',
  'status',
  'priority',
  'owner',
  'due_at',
  'blocked_by',
  'product_decision_id',
  'product_slug',
  'direction_slug',
  'app_slug',
)

/** The lists of records that belong to a product, an app or a direction. */
export const recordLists: readonly Tool[] = [
  listTool({
    name: 'list_signals',
    title: 'List signals',
    description:
      'Growth points, problems and risks, newest first. Search here before you report one, to avoid duplicates. Call get_product for other records of its product.',
    kind: 'signal',
    view: signalView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      status: SignalQuery.shape.status,
      severity: SignalQuery.shape.severity,
    }),
    list: listSignals,
  }),
  listTool({
    name: 'list_insights',
    title: 'List insights',
    description:
      'Conclusions about products from data stored elsewhere, newest first. Read them before you record one; list_decisions shows what was decided.',
    kind: 'insight',
    view: insightView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      severity: InsightQuery.shape.severity.describe('Same as impact_level'),
      include_retracted: InsightQuery.shape.include_retracted.describe(''),
    }),
    list: listInsights,
  }),
  listTool({
    name: 'list_economics',
    title: 'List economics summaries',
    description:
      'How products and directions performed in a period, in words, newest first. Only status=confirmed agrees with the stores. Read it before you discuss revenue; list_decisions shows what was decided.',
    kind: 'economics',
    view: economicsView,
    input: z.strictObject({
      ...recordListArguments,
      status: EconomicsQuery.shape.status,
      include_retracted: EconomicsQuery.shape.include_retracted.describe(''),
    }),
    list: listEconomics,
  }),
  listTool({
    name: 'list_decisions',
    title: 'List decisions',
    description:
      'Decisions about products, apps and directions, newest first, with owner, review date and tasks. Read them before you record one.',
    kind: 'decision',
    view: decisionView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      status: DecisionQuery.shape.status,
      owner: DecisionQuery.shape.owner.describe(''),
      review_before: DecisionQuery.shape.review_before.describe(''),
      overdue: DecisionQuery.shape.overdue.describe('Review due before today'),
    }),
    list: listDecisions,
  }),
  listTool({
    name: 'list_tasks',
    title: 'List tasks',
    description:
      'Open and finished tasks, newest first. Search here before you create one. product_decision_id is the decision behind a task: see list_decisions.',
    kind: 'task',
    view: taskView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      status: TaskQuery.shape.status,
      priority: TaskQuery.shape.priority,
      owner: TaskQuery.shape.owner.describe(''),
      overdue: TaskQuery.shape.overdue.describe('Due before today'),
    }),
    list: listTasks,
  }),
]
