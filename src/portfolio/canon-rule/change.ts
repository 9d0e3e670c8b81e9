import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readInTransaction } from '../../database/read.ts'
import { lockRecord } from '../../record/lock-record.ts'
import type { Precondition } from '../../record/precondition.ts'
import { change } from '../gate/save.ts'
import { resolve } from '../place/resolve.ts'
import { type CanonRuleChange, canonRules } from './canon-rule.ts'
import { readCanonRule } from './read.ts'
import { currentRuleType } from './rule-type.ts'
import { checkScope, pinningStatuses } from './scope.ts'

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
  await change(em, actor, rule, { ...values, ...scope, ...(type && { rule_type: type.rule_type }) })
  await em.flush()
  const warnings = [...resolved.warnings, ...(type?.warnings ?? [])]
  return { record: await readCanonRule(readInTransaction(em), id), warnings }
}
