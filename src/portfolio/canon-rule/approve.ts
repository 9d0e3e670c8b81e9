import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { validate } from '../../record/validation/validate.ts'
import { change } from '../gate/save.ts'
import { canonRules, StoredCanonRule } from './canon-rule.ts'
import { readCanonRule } from './read.ts'

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
  if (rule.approved_by === null) await change(em, actor, rule, { approved_by: actor.by }, 'approved')
  await em.flush()
  return { record: await readCanonRule(readInTransaction(em), id) }
}

/** Withdraws the approval of a canon rule, if it has one. Only active admins may. */
export async function withdrawApproval(em: EntityManager, actor: Actor, id: number) {
  requireAdministrator(actor)
  const rule = await lockRecord(em, canonRules, { id })
  await change(em, actor, rule, { approved_by: null }, 'approval_withdrawn')
  await em.flush()
  return { record: await readCanonRule(readInTransaction(em), id) }
}
