import type { Verdict } from '../../journal/verdict.ts'
import { phrase } from '../../language/phrase.ts'
import { Fault, type Message } from '../../record/fault.ts'
import { truncate } from '../../record/rules/truncate.ts'
import type { KindName } from '../kinds.ts'
import { apiName } from '../kinds.ts'
import { celFault } from './cel-fault.ts'
import { compileExpression } from './expression.ts'
import type { Guard } from './guard.ts'
import type { GuardPlace } from './place.ts'
import { type GuardedWrite, guardValues } from './values.ts'

type NamedRule = Verdict['rules'][number]

/** A guard that a write meets: what it does, and its message for the writer. `failure` is why it could not be evaluated. */
export type MetGuard = {
  rule: NamedRule
  effect: Guard['guard_effect']
  message: Message
  failure?: string | undefined
}

/** Returns the guards that may be met by writes of a kind, without a look at the record. */
export function guardsOfKind(guards: Guard[], kind: KindName): Guard[] {
  return guards.filter(({ guard_when }) => {
    try {
      const demanded = compileExpression(guard_when).kind
      return demanded === null || demanded === apiName(kind)
    } catch {
      return true
    }
  })
}

/** Returns the guards that cover the record of a write and whose condition it meets, or that fail: those propose. */
export function metGuards(guards: Guard[], write: GuardedWrite): MetGuard[] {
  const covering = guards.filter((guard) => coversWrite(guard, write))
  if (covering.length === 0) return []
  const values = guardValues(write)
  return covering.flatMap((guard) => {
    const { id, title, guard_effect, guard_message, guard_when } = guard
    const rule = { id, title }
    try {
      if (!compileExpression(guard_when)(values)) return []
      return {
        rule,
        effect: guard_effect,
        message: guard_message ?? phrase(defaultMessage[guard_effect], { rule: title }),
      }
    } catch (error) {
      const failure = failureOf(error)
      const message = phrase('guard.failed', { rule: title, failure: celFault(failure) })
      return { rule, effect: 'propose' as const, message, failure }
    }
  })
}

const defaultMessage = {
  refuse: 'guard.refuses',
  propose: 'guard.proposes',
  warn: 'guard.warns',
} as const

/** Returns the fault of a write that guards refuse. It names all rules that the write meets; `earlier` were met before. */
export function guardFault(met: MetGuard[], earlier: NamedRule[] = []): Fault {
  const strictest = met.toSorted(
    (one, other) => strictestFirst.indexOf(one.effect) - strictestFirst.indexOf(other.effect),
  )
  const [first] = strictest
  const named = [...strictest.map(({ rule }) => rule), ...earlier]
  const rules = named.filter((rule, index) => named.findIndex(({ id }) => id === rule.id) === index)
  return new Fault('canon_guard', first?.message, undefined, { rule: first?.rule, rules })
}

/** The effects of guards in the order in which a fault names the rules: first the strictest, which gives the message. */
const strictestFirst: readonly Guard['guard_effect'][] = ['refuse', 'propose', 'warn']

/** Returns whether the record of a write is in the scope of a guard, before the write or after it. */
export function coversWrite(guard: Pick<Guard, 'product_id' | 'direction_id'>, write: GuardedWrite): boolean {
  return covers(guard, write.placeAfter) || covers(guard, write.placeBefore)
}

function covers(guard: Pick<Guard, 'product_id' | 'direction_id'>, place: GuardPlace): boolean {
  return (
    (guard.product_id === null || guard.product_id === place.product_id) &&
    (guard.direction_id === null || guard.direction_id === place.direction_id)
  )
}

const maxFailureLength = 500

/** Returns why an expression could not be evaluated. */
function failureOf(error: unknown): string {
  const { summary, message } = error as { summary?: string; message: string }
  return truncate(summary ?? message, maxFailureLength)
}
