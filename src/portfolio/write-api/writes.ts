import { AppChange, NewApp } from '../app/app.ts'
import { CanonRuleChange, NewCanonRule } from '../canon-rule/canon-rule.ts'
import { DecisionChange } from '../decision/decision.ts'
import { NewDecision } from '../decision/new-decision.ts'
import { NewEconomics } from '../economics/economics.ts'
import { NewInsight } from '../insight/insight.ts'
import { NewProduct, ProductChange } from '../product/product.ts'
import { NewSignal, SignalChange } from '../signal/signal.ts'
import { NewTask, TaskChange } from '../task/task.ts'

/** Every write of the portfolio: where it is sent, what it does, what its body may be. Paths as OpenAPI has them. */
export const writes = {
  create_product: {
    method: 'POST',
    path: '/products',
    summary: 'Create a product',
    description: 'Read the directions first: the product must be in a stored one.',
    body: NewProduct,
  },
  change_product: {
    method: 'PATCH',
    path: '/products/{product}',
    summary: 'Change a product',
    body: ProductChange,
  },
  create_app: {
    method: 'POST',
    path: '/apps',
    summary: 'Create an app',
    description:
      'Of a product, or of a direction while its product is disputed. Its product_binding_status, unless given, is confirmed with a product, product-candidate with the name of one, else unbound.',
    body: NewApp,
  },
  change_app: { method: 'PATCH', path: '/apps/{mobileApp}', summary: 'Change an app', body: AppChange },
  record_signal: {
    method: 'POST',
    path: '/signals',
    summary: 'Report a growth point, problem or risk',
    description: 'A conclusion in words. Raw events, reviews and exports are never sent here.',
    body: NewSignal,
  },
  change_signal: {
    method: 'PATCH',
    path: '/signals/{id}',
    summary: 'Change a signal, for instance close it',
    body: SignalChange,
  },
  record_insight: {
    method: 'POST',
    path: '/insights',
    summary: 'Report a conclusion about a product',
    body: NewInsight,
  },
  record_economics: {
    method: 'POST',
    path: '/economics',
    summary: 'Report how a product or a direction did in a period',
    body: NewEconomics,
  },
  record_decision: {
    method: 'POST',
    path: '/decisions',
    summary: 'Record a decision, with its tasks',
    description: 'The decision and its tasks are stored together or not at all.',
    body: NewDecision,
  },
  change_decision: {
    method: 'PATCH',
    path: '/decisions/{id}',
    summary: 'Change a decision',
    body: DecisionChange,
  },
  create_task: {
    method: 'POST',
    path: '/tasks',
    summary: 'Create a task',
    body: NewTask,
  },
  change_task: {
    method: 'PATCH',
    path: '/tasks/{id}',
    summary: 'Change a task, for instance finish it',
    body: TaskChange,
  },
  create_canon_rule: {
    method: 'POST',
    path: '/canon-rules',
    summary: 'Create a canon rule',
    description: 'For a direction, a product, or the whole portfolio where neither is given.',
    body: NewCanonRule,
  },
  change_canon_rule: {
    method: 'PATCH',
    path: '/canon-rules/{canonRule}',
    summary: 'Change a canon rule',
    body: CanonRuleChange,
  },
} as const

export type Operation = keyof typeof writes
