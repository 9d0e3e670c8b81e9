import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, companyDay } from '../../access/actor.ts'
import { isAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { type Verdict, verdictOf } from '../../journal/verdict.ts'
import type { PortfolioSave } from '../gate/gate.ts'
import { guardFault, guardsOfKind, type MetGuard, metGuards } from './evaluate.ts'
import { guardsInForce, recordGuardFailure } from './guard.ts'
import { placesOf, readPlaces } from './place.ts'
import { guardedWrite } from './values.ts'

/**
 * Checks a write against the guards in force, and adds to the verdict of the transaction what they say: warnings, and
 * whether a person must decide. An admin decides by writing.
 *
 * @throws Fault `canon_guard` if a guard refuses the write
 */
export async function checkGuards(em: EntityManager, actor: Actor, save: PortfolioSave): Promise<void> {
  const guards = guardsOfKind(await guardsInForce(em), save.record_type)
  if (guards.length === 0) return
  const [placeAfter, placeBefore] = await readPlaces(readInTransaction(em), placesOf(save))
  if (!placeAfter) return
  const { by, surface } = actor
  const author = { by, surface, today: companyDay(actor) }
  const met = metGuards(guards, guardedWrite(save, author, [placeAfter, placeBefore]))
  if (met.length === 0) return
  const verdict = verdictOf(em)
  noteFailures(em, met)
  if (met.some(({ effect }) => effect === 'refuse')) throw guardFault(met, verdict.rules)
  for (const guard of met) addTo(verdict, guard, actor)
}

/** Has the guards that could not be evaluated recorded once the transaction has ended. */
function noteFailures(em: EntityManager, met: MetGuard[]): void {
  const { afterwards } = verdictOf(em)
  for (const { rule, failure } of met)
    if (failure !== undefined)
      afterwards.set(`guard ${rule.id}`, (later) => recordGuardFailure(later, rule.id, failure))
}

const guardField = 'canon_rule'

function addTo(verdict: Verdict, { rule, effect, message }: MetGuard, actor: Actor): void {
  const proposes = effect === 'propose'
  // The person who approves has decided.
  if (proposes && actor.approved_by) return
  if (proposes && !isAdministrator(actor)) verdict.isHeld = true
  if (!verdict.rules.some(({ id }) => id === rule.id)) verdict.rules.push(rule)
  // Each operation of a batch has a warning of its own, in whose field the operation is named once it has run.
  const isKnown = verdict.warnings.some(({ field, rule: { id } }) => field === guardField && id === rule.id)
  if (!isKnown) verdict.warnings.push({ field: guardField, message, rule })
}
