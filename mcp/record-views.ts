import { z } from 'zod'
import { App } from '../src/portfolio/app/read.ts'
import { CanonRule } from '../src/portfolio/canon-rule/canon-rule.ts'
import { Decision } from '../src/portfolio/decision/decision-with-tasks.ts'
import { Economics } from '../src/portfolio/economics/economics.ts'
import type { Chain } from '../src/portfolio/evidence/chain.ts'
import { Insight } from '../src/portfolio/insight/insight.ts'
import { Product } from '../src/portfolio/product/read.ts'
import { Signal } from '../src/portfolio/signal/signal.ts'
import { Task } from '../src/portfolio/task/task.ts'
import { chainFields } from './decision-chain.ts'
import { type View, view } from './view.ts'

// The view of each kind of record. The compact form has ids, slugs and the fields that decisions depend on.

export const productView = view(
  Product,
  'id',
  'slug',
  'name',
  'direction_slug',
  'portfolio_status',
  'product_focus',
  'health_state',
  'is_revenue_generating',
  'is_favorite',
  'apps_count',
  'open_signals_count',
  'next_step',
)

export const appView = view(
  App,
  'id',
  'slug',
  'name',
  'platform',
  'implementation_status',
  'product_binding_status',
  'product_slug',
  'product_candidate_name',
  'direction_slug',
  'package_id',
  'bundle_id',
  'store_url',
)

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

const TaskOfDecision = Task.pick({
  id: true,
  title: true,
  status: true,
  priority: true,
  owner: true,
  due_at: true,
  blocked_by: true,
})
const decisionFields = view(
  Decision.extend({ tasks: z.array(TaskOfDecision) }),
  'id',
  'title',
  'decision_type',
  'status',
  'owner',
  'review_at',
  'decision',
  'product_slug',
  'direction_slug',
  'app_slug',
  'tasks',
)
const taskOfDecision = view(
  TaskOfDecision,
  ...(Object.keys(TaskOfDecision.shape) as (keyof typeof TaskOfDecision.shape)[]),
)

export const decisionView: View = {
  render(decision, options) {
    const rendered = decisionFields.render(decision, options)
    const tasks = (rendered.tasks as object[]).map((task) => taskOfDecision.render(task))
    const { chain } = decision as { chain?: Chain }
    return { ...rendered, tasks, ...(chain && chainFields(chain)) }
  },
}

export const ruleView = view(
  CanonRule.omit({ created_by: true, approved_by: true, created_at: true, updated_at: true }),
  'trusted',
  'id',
  'title',
  'rule_type',
  'status',
  'scope',
  'body',
  'direction_slug',
  'product_slug',
)

/** A canon rule beside the product or app that it binds. list_canon_rules also returns its type. */
export const bindingRuleView = view(
  CanonRule,
  'trusted',
  'id',
  'title',
  'scope',
  'body',
  'direction_slug',
  'product_slug',
)
