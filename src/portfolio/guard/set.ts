import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { requireAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { codePointOf, firstInvisible } from '../../record/invisible.ts'
import { lockRecord } from '../../record/lock-record.ts'
import { translations } from '../../record/rules/description.ts'
import { requiredField } from '../../record/validation/messages.ts'
import { canonRules, StoredCanonRule } from '../canon-rule/canon-rule.ts'
import { readCanonRule } from '../canon-rule/read.ts'
import { change } from '../gate/save.ts'
import { compileExpression } from './expression.ts'
import { ExpressionFault } from './expression-fault.ts'

const { guard_when, guard_effect, guard_message } = StoredCanonRule.shape

/** The guard of a canon rule, as a form sends it. Without a condition the rule has none. */
export const GuardForm = z
  .strictObject({
    guard_when: guard_when
      .describe('The condition, an expression of CEL. Empty: the rule has no guard')
      .register(translations, { ru: 'Условие, выражение на CEL. Пусто: у правила нет проверки' })
      .optional(),
    guard_effect: guard_effect
      .describe('What happens to a write that meets it')
      .register(translations, { ru: 'Что происходит с записью, которая под него подходит' })
      .optional(),
    guard_message: guard_message
      .describe('What the writer is told. Empty: names the rule')
      .register(translations, { ru: 'Что увидит автор записи. Пусто: название правила' })
      .optional(),
  })
  .check(({ value, issues }) => {
    const sentence = value.guard_when == null ? undefined : faultOf(value.guard_when)
    if (sentence) issues.push({ code: 'custom', path: ['guard_when'], params: { sentence }, input: value })
    if (value.guard_when != null && value.guard_effect == null)
      issues.push({
        code: 'custom',
        path: ['guard_effect'],
        params: { sentence: requiredField('guard_effect') },
        input: value,
      })
  })
export type GuardForm = z.output<typeof GuardForm>

function faultOf(expression: string): Phrase | undefined {
  try {
    compileExpression(expression)
    const hidden = firstInvisible(expression)
    if (!hidden) return undefined
    return new ExpressionFault(
      phrase('guard.hiddenCharacter', { code: codePointOf(hidden) }),
      expression,
      expression.indexOf(hidden),
    ).sentence
  } catch (error) {
    if (error instanceof ExpressionFault) return error.sentence
    throw error
  }
}

/**
 * Gives a canon rule a guard, replaces it or removes it. Only active admins may.
 *
 * @throws Fault `policy_denied`, or `not_found` if there is no such rule
 */
export async function setGuard(em: EntityManager, actor: Actor, id: number, input: GuardForm) {
  requireAdministrator(actor)
  const rule = await lockRecord(em, canonRules, { id })
  const isSet = input.guard_when != null
  const guard = {
    guard_when: input.guard_when ?? null,
    guard_effect: isSet ? (input.guard_effect ?? null) : null,
    guard_message: isSet ? (input.guard_message ?? null) : null,
    guard_failed_at: null,
    guard_failure: null,
  }
  await change(em, actor, rule, guard, Object.keys(input))
  await em.flush()
  return { record: await readCanonRule(readInTransaction(em), id) }
}
