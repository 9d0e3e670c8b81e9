import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { invalidBecause } from '../../record/validation/messages.ts'
import { validate } from '../../record/validation/validate.ts'
import { change, create } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { resolve } from '../place/resolve.ts'
import { products } from '../product/product.ts'
import { approval } from '../trust.ts'
import { CanonRuleChange, canonRules, currentRuleType, NewCanonRule, StoredCanonRule } from './canon-rule.ts'
import { readCanonRule } from './read.ts'

const whoApproves =
  'The rule is not in force until an admin approves it in /admin. Tell your user, and do not send it again.'

/** Creates a canon rule for the portfolio, a direction, a product, or a product in its direction. */
export async function createCanonRule(em: EntityManager, actor: Actor, input: NewCanonRule) {
  const { product_slug, product_id, direction_slug, direction_id, rule_type, ...values } = input
  const { product, direction, warnings } = await resolve(em, {
    product_slug,
    product_id,
    direction_slug,
    direction_id,
  })
  await checkScope(em, direction?.id ?? null, product?.id ?? null)
  const type = currentRuleType(rule_type)
  const stored = {
    ...values,
    ...approval(actor),
    rule_type: type.rule_type,
    direction_id: direction?.id ?? null,
    product_id: product?.id ?? null,
  }
  const rule = await create(em, actor, canonRules, stored, Object.keys(input))
  return {
    record: await readCanonRule(readInTransaction(em), rule.id),
    warnings: [...warnings, ...type.warnings],
    ...(rule.approved_by === null && { next: whoApproves }),
  }
}

/** Changes a canon rule: its text, its status or its scope. */
export async function changeCanonRule(
  em: EntityManager,
  actor: Actor,
  id: number,
  input: CanonRuleChange,
  precondition: Precondition,
) {
  const { product_slug, product_id, direction_slug, direction_id, rule_type, ...values } = input
  const resolved = await resolve(em, { product_slug, product_id, direction_slug, direction_id })
  const rule = await lockRecord(em, canonRules, { id })
  await precondition()
  const scope = {
    direction_id: resolved.direction === undefined ? rule.direction_id : (resolved.direction?.id ?? null),
    product_id: resolved.product === undefined ? rule.product_id : (resolved.product?.id ?? null),
  }
  const rescoped = resolved.direction !== undefined || resolved.product !== undefined
  if (rescoped || pinningStatuses.includes(values.status ?? rule.status))
    await checkScope(em, scope.direction_id, scope.product_id)
  const type = rule_type === undefined ? undefined : currentRuleType(rule_type)
  const changed = { ...values, ...scope, ...(type && { rule_type: type.rule_type }) }
  await change(em, actor, rule, changed, Object.keys(input))
  await em.flush()
  const warnings = [...resolved.warnings, ...(type?.warnings ?? [])]
  return { record: await readCanonRule(readInTransaction(em), id), warnings }
}

// What agents would follow. A rule may be older than the checks of its text.
const Text = StoredCanonRule.pick({ title: true, body: true, guard_message: true })

/**
 * Approves a canon rule as it is now, so that agents may trust it. Only active admins may. Keeps an earlier approval.
 * Throws `validation_failed` if no rule may have this text.
 */
export async function approveCanonRule(em: EntityManager, actor: Actor, id: number) {
  requireAdministrator(actor)
  const rule = await lockRecord(em, canonRules, { id })
  validate(Text, rule)
  if (rule.approved_by === null) await change(em, actor, rule, { approved_by: actor.by }, [], 'approved')
  await em.flush()
  return { record: await readCanonRule(readInTransaction(em), id) }
}

/** Withdraws the approval of a canon rule, if it has one. Only active admins may. */
export async function withdrawApproval(em: EntityManager, actor: Actor, id: number) {
  requireAdministrator(actor)
  const rule = await lockRecord(em, canonRules, { id })
  await change(em, actor, rule, { approved_by: null }, [], 'approval_withdrawn')
  await em.flush()
  return { record: await readCanonRule(readInTransaction(em), id) }
}

/** The operations of the write API on canon rules. */
export const canonRuleOperations = operationsOf('canon_rule', {
  create_canon_rule: {
    action: 'create',
    body: NewCanonRule,
    summary: 'Create a canon rule',
    description:
      'Applies to a direction, to a product, or to the whole portfolio if neither is sent. It binds agents only once an admin approves it (trusted: true).',
    run: createCanonRule,
  },
  change_canon_rule: {
    action: 'change',
    body: CanonRuleChange,
    summary: 'Update a canon rule',
    description:
      'The change of an approved rule is a proposal: the rule stays in force as it is until an admin decides. Any other rule binds agents only once an admin approves it.',
    run: changeCanonRule,
  },
})

/** The statuses in which a rule prevents its product from leaving its direction. */
export const pinningStatuses: StoredCanonRule['status'][] = ['draft', 'active']

/**
 * Throws if the product is not in the direction. Locks the product, so that it cannot move until the transaction ends.
 */
async function checkScope(
  em: EntityManager,
  direction_id: number | null,
  product_id: number | null,
): Promise<void> {
  if (!direction_id || !product_id) return
  const product = await em.findOne(products, { id: product_id }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (product?.direction_id !== direction_id)
    throw invalid({
      product_slug: invalidBecause('product_slug', phrase('reference.productInOtherDirection')),
    })
}
