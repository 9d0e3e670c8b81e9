import { z } from 'zod'
import { DecisionQuery, listDecisions } from '../../src/portfolio/decision/read.ts'
import { Economics } from '../../src/portfolio/economics/economics.ts'
import { EconomicsQuery, listEconomics } from '../../src/portfolio/economics/read.ts'
import { Insight } from '../../src/portfolio/insight/insight.ts'
import { InsightQuery, listInsights } from '../../src/portfolio/insight/read.ts'
import { listSignals, SignalQuery } from '../../src/portfolio/signal/read.ts'
import { Signal } from '../../src/portfolio/signal/signal.ts'
import { callerFilters, listTasks, TaskQuery } from '../../src/portfolio/task/read.ts'
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
  'created_by',
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
  'created_by',
  'evidence',
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
  'created_by',
  'evidence',
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
  'delegate',
  'claim',
  'due_at',
  'blocked_by',
  'product_decision_id',
  'product_slug',
  'direction_slug',
  'app_slug',
  'created_by',
  'evidence',
)

/** The lists of records that belong to a product, an app or a direction. */
export const recordLists: readonly Tool[] = [
  listTool({
    name: 'list_signals',
    title: 'List signals',
    description:
      'Growth points, problems and risks, newest first. Call get_product for what else is known of a product.',
    kind: 'signal',
    view: signalView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      signal_type: SignalQuery.shape.signal_type,
      status: SignalQuery.shape.status,
      unresolved: SignalQuery.shape.unresolved.describe(''),
      severity: SignalQuery.shape.severity,
    }),
    list: listSignals,
    ofWholeProduct: {
      noun: 'unresolved signals',
      filters: { unresolved: true },
      arguments: ' and unresolved=1',
    },
  }),
  listTool({
    name: 'list_insights',
    title: 'List insights',
    description:
      'Conclusions from data stored elsewhere, newest first. Read them before you advise; list_decisions has what was decided.',
    kind: 'insight',
    view: insightView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      impact_level: InsightQuery.shape.impact_level,
      include_retracted: InsightQuery.shape.include_retracted.describe(''),
    }),
    list: listInsights,
  }),
  listTool({
    name: 'list_economics',
    title: 'List economics summaries',
    description:
      'How products and directions performed in a period, newest first. Only status confirmed agrees with the stores. Read them before you discuss revenue.',
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
      'Decisions, newest first, with owner, review date and tasks. Call get_record for what one rests on.',
    kind: 'decision',
    view: decisionView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      status: DecisionQuery.shape.status,
      owner: DecisionQuery.shape.owner.describe(''),
      review_before: DecisionQuery.shape.review_before.describe(''),
      overdue: DecisionQuery.shape.overdue.describe(''),
      outcome: DecisionQuery.shape.outcome,
      verdict_due: DecisionQuery.shape.verdict_due.describe(''),
    }),
    list: listDecisions,
  }),
  listTool({
    name: 'list_tasks',
    title: 'List tasks',
    description:
      'Open and finished tasks, newest first; claim: who works on one. Claim it before you work (describe_write_api). product_decision_id: see list_decisions.',
    kind: 'task',
    view: taskView,
    input: z.strictObject({
      ...recordListArguments,
      app_slug: appSlugArgument,
      status: TaskQuery.shape.status,
      priority: TaskQuery.shape.priority,
      owner: TaskQuery.shape.owner.describe(''),
      overdue: TaskQuery.shape.overdue.describe(''),
      delegate: TaskQuery.shape.delegate.describe('me or a token id'),
      claimable: TaskQuery.shape.claimable.describe('1: you can claim it'),
    }),
    list: listTasks,
    ofWholeProduct: { noun: 'unfinished tasks', filters: { unfinished: true }, arguments: '' },
    callerArguments: callerFilters,
  }),
]
