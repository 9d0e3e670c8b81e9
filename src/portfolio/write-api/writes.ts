import { AppChange, NewApp } from '../app/app.ts'
import { changeApp, createApp } from '../app/writes.ts'
import { CanonRuleChange, NewCanonRule } from '../canon-rule/canon-rule.ts'
import { changeCanonRule, createCanonRule } from '../canon-rule/writes.ts'
import { DecisionChange } from '../decision/decision.ts'
import { NewDecision } from '../decision/decision-with-tasks.ts'
import { changeDecision, createDecision } from '../decision/writes.ts'
import { NewEconomics } from '../economics/economics.ts'
import { createEconomics, restoreEconomics, retractEconomics } from '../economics/writes.ts'
import { NewInsight } from '../insight/insight.ts'
import { createInsight, restoreInsight, retractInsight } from '../insight/writes.ts'
import { NewProduct, ProductChange } from '../product/product.ts'
import { changeProduct, createProduct } from '../product/writes.ts'
import { NoBody, Retraction } from '../retraction/retraction.ts'
import { NewSignal, SignalChange } from '../signal/signal.ts'
import { changeSignal, createSignal } from '../signal/writes.ts'
import { NewTask, TaskChange } from '../task/task.ts'
import { changeTask, createTask } from '../task/writes.ts'

const appendOnly =
  'Cannot be changed. Retract a mistaken one; a correction is a new record that names the old one in evidence.'
const retracted =
  'It stays stored, but lists, searches and similar leave it out, and records that rest on it say retracted: true in evidence. Of a retracted one nothing changes.'

/**
 * Every write of one record of the portfolio: method, path, summary, the schema of its body, and the function of every
 * surface. Paths are in OpenAPI's form.
 */
export const writes = {
  create_product: {
    method: 'POST',
    path: '/products',
    summary: 'Create a product',
    description:
      'The direction must be a stored one. While a product is disputed, create only its apps, with product_candidate_name.',
    body: NewProduct,
    run: createProduct,
  },
  change_product: {
    method: 'PATCH',
    path: '/products/{product}',
    summary: 'Update a product',
    body: ProductChange,
    run: changeProduct,
  },
  create_app: {
    method: 'POST',
    path: '/apps',
    summary: 'Create an app',
    description:
      'Belongs to a product, or to a direction while its product is unknown or disputed. product_binding_status defaults to confirmed with a product, to product-candidate with a product_candidate_name, and to unbound otherwise.',
    body: NewApp,
    run: createApp,
  },
  change_app: {
    method: 'PATCH',
    path: '/apps/{mobileApp}',
    summary: 'Update an app',
    body: AppChange,
    run: changeApp,
  },
  record_signal: {
    method: 'POST',
    path: '/signals',
    summary: 'Record a signal: a growth point, a problem or a risk',
    description:
      'Write a conclusion in words. Do not send raw events, reviews or exports; there are no fields for them.',
    body: NewSignal,
    run: createSignal,
  },
  change_signal: {
    method: 'PATCH',
    path: '/signals/{id}',
    summary: 'Update a signal, for example close it',
    body: SignalChange,
    run: changeSignal,
  },
  record_insight: {
    method: 'POST',
    path: '/insights',
    summary: 'Record an insight: a conclusion about a product, an app or a direction',
    description: appendOnly,
    body: NewInsight,
    run: createInsight,
  },
  retract_insight: {
    method: 'POST',
    path: '/insights/{id}/retract',
    summary: 'Retract an insight that is mistaken',
    description: retracted,
    body: Retraction,
    run: retractInsight,
  },
  restore_insight: {
    method: 'DELETE',
    path: '/insights/{id}/retract',
    summary: 'Take back the retraction of an insight',
    body: NoBody,
    run: restoreInsight,
  },
  record_economics: {
    method: 'POST',
    path: '/economics',
    summary: 'Record the economics of a product or a direction in a period',
    description: appendOnly,
    body: NewEconomics,
    run: createEconomics,
  },
  retract_economics: {
    method: 'POST',
    path: '/economics/{id}/retract',
    summary: 'Retract an economics summary that is mistaken',
    description: retracted,
    body: Retraction,
    run: retractEconomics,
  },
  restore_economics: {
    method: 'DELETE',
    path: '/economics/{id}/retract',
    summary: 'Take back the retraction of an economics summary',
    body: NoBody,
    run: restoreEconomics,
  },
  record_decision: {
    method: 'POST',
    path: '/decisions',
    summary: 'Record a decision about a product, an app or a direction, with its tasks',
    description:
      'The decision and its tasks are stored in one transaction. The tasks belong to the same product, app or direction.',
    body: NewDecision,
    run: createDecision,
  },
  change_decision: {
    method: 'PATCH',
    path: '/decisions/{id}',
    summary: 'Update a decision',
    body: DecisionChange,
    run: changeDecision,
  },
  create_task: {
    method: 'POST',
    path: '/tasks',
    summary: 'Create a task',
    body: NewTask,
    run: createTask,
  },
  change_task: {
    method: 'PATCH',
    path: '/tasks/{id}',
    summary: 'Update a task, for example complete it',
    body: TaskChange,
    run: changeTask,
  },
  create_canon_rule: {
    method: 'POST',
    path: '/canon-rules',
    summary: 'Create a canon rule',
    description:
      'Applies to a direction, to a product, or to the whole portfolio if neither is sent. It binds agents only once an admin approves it (trusted: true).',
    body: NewCanonRule,
    run: createCanonRule,
  },
  change_canon_rule: {
    method: 'PATCH',
    path: '/canon-rules/{canonRule}',
    summary: 'Update a canon rule',
    description:
      'The change of an approved rule is a proposal: the rule stays in force as it is until an admin decides. Any other rule binds agents only once an admin approves it.',
    body: CanonRuleChange,
    run: changeCanonRule,
  },
} as const

export type Operation = keyof typeof writes

// `as`, because Object.keys is typed string[].
export const operations = Object.keys(writes) as [Operation, ...Operation[]]
