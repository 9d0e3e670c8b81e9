import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator } from '../../access/policy.ts'
import { readInTransaction } from '../../database/read.ts'
import { type Verdict, verdictOf } from '../../journal/verdict.ts'
import type { PortfolioSave } from '../gate/gate.ts'
import { guardFault, guardsOfKind, type MetGuard, metGuards } from './evaluate.ts'
import { guardsInForce, recordGuardFailure } from './guard.ts'
import { settableFields } from './names.ts'
import { type Placed, readPlaces } from './place.ts'

/**
 * Checks a write against the guards in force, and adds to the verdict of the transaction what they say: warnings, and
 * whether a person must decide. An admin decides by writing.
 *
 * @throws Fault `canon_guard` if a guard refuses the write
 */
export async function checkGuards(em: EntityManager, actor: Actor, save: PortfolioSave): Promise<void> {
  const { record_type: kind, before, after, given } = save
  const guards = guardsOfKind(await guardsInForce(em), kind)
  if (guards.length === 0) return
  const [placeAfter, placeBefore = placeAfter] = await readPlaces(readInTransaction(em), placesOf(save))
  if (!placeAfter || !placeBefore) return
  const met = metGuards(guards, {
    kind,
    before,
    after,
    fields: settableFields(kind, given),
    actor,
    placeBefore,
    placeAfter,
  })
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

// A record that the write moves has another place before it.
function placesOf({ record_type: kind, record_id: id, before, after }: PortfolioSave): Placed[] {
  const own = before ?? after
  const places = [after, before ?? after].map((record) => ({ kind, id, own, record }))
  const isMoved = placeColumns.some((column) => !isDeepStrictEqual(own[column], after[column]))
  return isMoved ? places : places.slice(0, 1)
}

const placeColumns = ['product_id', 'direction_id', 'app_id']

function addTo(verdict: Verdict, { rule, effect, message }: MetGuard, actor: Actor): void {
  const proposes = effect === 'propose'
  // The person who approves has decided.
  if (proposes && actor.approved_by) return
  if (proposes && !isAdministrator(actor)) verdict.isHeld = true
  if (verdict.rules.some(({ id }) => id === rule.id)) return
  verdict.rules.push(rule)
  verdict.warnings.push({ field: 'canon_rule', message, rule })
}
