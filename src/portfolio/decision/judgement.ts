import type { Actor } from '../../access/actor.ts'
import { fieldPhrase } from '../../language/phrase.ts'
import type { Warning } from '../../record/warning.ts'
import type { DecisionChange, StoredDecision } from './decision.ts'
import type { MeasuredExpectation } from './measurement.ts'

type Judged = Pick<StoredDecision, 'outcome' | 'outcome_note'>

/**
 * Returns the values that follow from the outcome in a change of a decision: who judged and when, and unless the change
 * sends one the status. The outcome null takes a judgement back, with its note.
 */
export function judgementOf(
  { outcome, status, outcome_note }: Pick<DecisionChange, 'outcome' | 'status' | 'outcome_note'>,
  decision: Judged,
  actor: Actor,
): Partial<StoredDecision> {
  if (outcome === undefined || (outcome === null && decision.outcome === null)) return {}
  if (outcome === null)
    return {
      status: status ?? 'active',
      judged_at: null,
      judged_by: null,
      outcome_note: outcome_note ?? null,
    }
  const isSame = outcome === decision.outcome
  return {
    status: status ?? 'reviewed',
    ...(!isSame && { judged_at: new Date().toISOString(), judged_by: actor.by }),
  }
}

/** Returns the warning that a note is removed with the outcome that it explains. Call it before the change. */
export function removedNote({ outcome, outcome_note }: DecisionChange, decision: Judged): Warning[] {
  const isRemoved =
    outcome === null && decision.outcome !== null && !outcome_note && decision.outcome_note !== null
  if (!isRemoved) return []
  return [{ field: 'outcome_note', message: fieldPhrase('warning.noteRemoved').about('outcome_note') }]
}

// What happened in part is said of any numbers, and so is that nothing can be said.
const contradicted = { met: 'not-met', 'not-met': 'met' } as const

/**
 * Returns the warning that an outcome contradicts every verdict: that it is met although nothing was, or not although
 * everything was. Verdicts that are pending or unclear contradict none.
 */
export function contradictionOf(
  outcome: DecisionChange['outcome'],
  expectations: readonly Pick<MeasuredExpectation, 'verdict'>[],
): Warning[] {
  if (outcome !== 'met' && outcome !== 'not-met') return []
  const opposite = contradicted[outcome]
  if (expectations.length === 0 || expectations.some(({ verdict }) => verdict !== opposite)) return []
  const message = fieldPhrase('warning.outcomeContradicts', { outcome, opposite })
  return [{ field: 'outcome', message: message.about('outcome') }]
}
