import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { create } from '../gate/save.ts'
import { resolve } from '../place/resolve.ts'
import { canonRules, type NewCanonRule } from './canon-rule.ts'
import { readCanonRule } from './read.ts'
import { currentRuleType } from './rule-type.ts'
import { checkScope } from './scope.ts'
import { approval } from './trust.ts'

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
  const rule = await create(em, actor, canonRules, {
    ...values,
    ...approval(actor),
    rule_type: type.rule_type,
    direction_id: direction?.id ?? null,
    product_id: product?.id ?? null,
  })
  return {
    record: await readCanonRule(readInTransaction(em), rule.id),
    warnings: [...warnings, ...type.warnings],
    ...(rule.approved_by === null && { next: whoApproves }),
  }
}
