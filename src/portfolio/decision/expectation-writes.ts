import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import { anyField, dayPhrase, fieldPhrase, phrase } from '../../language/phrase.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault, invalid } from '../../record/fault.ts'
import { dayAfter } from '../../record/rules/day.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { ErrorList } from '../../record/validation/error-list.ts'
import { requiredField } from '../../record/validation/messages.ts'
import type { Warning } from '../../record/warning.ts'
import { contradiction, resolve } from '../place/resolve.ts'
import { minDaysUntil, type NewExpectation, type StoredExpectation } from './expectation.ts'

/** What an expectation measures: an app, or else a product. */
type Subject = Pick<StoredExpectation, 'app_id' | 'product_id'>

/** The decision whose expectations are set: its app and product, the day it was made, and what it expects already. */
type Deciding = Subject & { day: string; expected: readonly StoredExpectation[] }

/**
 * Returns the expectations of a body as they are stored. One that is equal to a stored one keeps its number.
 *
 * @throws Fault `validation_failed` that names every entry which measures nothing or whose day is too early, and those
 * stored ones whose day has passed and which the body changes or omits
 */
export async function expectationsOf(
  em: EntityManager,
  entries: readonly NewExpectation[],
  decision: Deciding,
  today: string,
): Promise<{ expected: StoredExpectation[]; warnings: Warning[] }> {
  const errors = new ErrorList()
  const warnings: Warning[] = []
  const list: Unnumbered[] = []
  for (const [index, entry] of entries.entries()) {
    const path = ['expected', String(index)]
    const subject = await subjectOf(em, entry, decision).catch((error) => {
      const fault = toFault(error)
      if (!(fault instanceof Fault) || !fault.errors) throw error
      errors.addErrors(fault.errors, path)
      return { app_id: null, product_id: null, warnings: [] }
    })
    warnings.push(
      ...subject.warnings.map(({ field, message }) => ({ field: [...path, field].join('.'), message })),
    )
    list.push(unnumbered(entry, subject))
  }
  const kept = keptOf(list, decision.expected)
  const refused = addPassed(errors, { list, kept, stored: decision.expected, today })
  const earliest = earliestDay(decision.day, today)
  for (const [index, { by }] of list.entries()) {
    const field = `expected.${index}.by`
    if (!kept[index] && !refused.has(index) && by < earliest)
      errors.add(field, fieldPhrase('validation.dayTooEarly', { day: dayPhrase(earliest) }))
  }
  throwErrors(errors)
  return { expected: numbered(list, kept, decision.expected), warnings }
}

/** Throws a fault on `expected` if a list does not have each stored expectation whose day has passed. */
export function requirePassed(
  list: readonly StoredExpectation[],
  stored: readonly StoredExpectation[],
  today: string,
): void {
  const errors = new ErrorList()
  const unnumbered = list.map(({ id: _, ...entry }) => entry)
  addPassed(errors, { list: unnumbered, kept: keptOf(unnumbered, stored), stored, today })
  throwErrors(errors)
}

function throwErrors(errors: ErrorList): void {
  if (errors.count > 0)
    throw new Fault('validation_failed', phrase('fault.validationFailed'), errors.toObject())
}

async function subjectOf(
  em: EntityManager,
  entry: NewExpectation,
  decision: Deciding,
): Promise<Subject & { warnings: Warning[] }> {
  const { metric, app_slug, app_id, product_slug, product_id } = entry
  const named = { app_slug, app_id, product_slug, product_id }
  const { app, product, warnings } = await resolve(em, named)
  if (app && product && app.product_id !== product.id)
    throw contradiction(named, 'product', phrase('reference.appOfOtherProduct'))
  const own = app || product ? { app_id: null, product_id: null } : decision
  const measuredApp = app?.id ?? own.app_id
  const measuredProduct = product?.id ?? own.product_id
  if (measuredApp === null && metric !== 'clicks') throw invalid({ app_slug: requiredField('app_slug') })
  if (measuredApp === null && measuredProduct === null)
    throw invalid({
      product_slug: fieldPhrase('validation.requiredOfSeveral', { others: anyField(['app_slug']) }).about(
        'product_slug',
      ),
    })
  return { app_id: measuredApp, product_id: measuredApp === null ? measuredProduct : null, warnings }
}

type Unnumbered = Omit<StoredExpectation, 'id'>

function unnumbered(entry: NewExpectation, { app_id, product_id }: Subject): Unnumbered {
  const { by, metric, country = null, keyword = null, at_least, direction } = entry
  return { by, app_id, metric, country, keyword, at_least, direction, product_id }
}

// The stored expectation that each entry is, if any. Of equal ones each is kept once.
function keptOf(
  list: readonly Unnumbered[],
  stored: readonly StoredExpectation[],
): (StoredExpectation | undefined)[] {
  const free = [...stored]
  return list.map((entry) => {
    const index = free.findIndex(({ id: _, ...one }) => isDeepStrictEqual(one, entry))
    return index < 0 ? undefined : free.splice(index, 1)[0]
  })
}

type Compared = { list: readonly Unnumbered[]; kept: readonly (StoredExpectation | undefined)[] }

// Returns the indexes of the entries that would change a stored one.
function addPassed(
  errors: ErrorList,
  { list, kept, stored, today }: Compared & { stored: readonly StoredExpectation[]; today: string },
): Set<number> {
  const refused = new Set<number>()
  const isMissing = (one: StoredExpectation) => one.by < today && !kept.includes(one)
  for (const passed of stored.filter(isMissing)) {
    const changed = list.findIndex(
      (entry, index) => !kept[index] && !refused.has(index) && measuresSame(entry, passed),
    )
    const expectation = { id: passed.id, day: dayPhrase(passed.by) }
    if (changed >= 0) {
      refused.add(changed)
      errors.add(`expected.${changed}.by`, phrase('validation.expectationChanged', expectation))
    } else errors.add('expected', phrase('validation.expectationRemoved', expectation))
  }
  return refused
}

function measuresSame(one: Unnumbered, other: Unnumbered): boolean {
  const same = ['metric', 'app_id', 'product_id', 'keyword', 'country'] as const
  return same.every((name) => one[name] === other[name])
}

function earliestDay(decisionDay: string, today: string): string {
  const [afterDecision, tomorrow] = [daysAfter(decisionDay, minDaysUntil), dayAfter(today)]
  return afterDecision > tomorrow ? afterDecision : tomorrow
}

function numbered(
  list: readonly Unnumbered[],
  kept: Compared['kept'],
  stored: readonly StoredExpectation[],
): StoredExpectation[] {
  let last = Math.max(0, ...stored.map(({ id }) => id))
  // `by` first: the order of the keys is that of the stored list.
  return list.map(({ by, ...entry }, index) => ({ by, id: kept[index]?.id ?? ++last, ...entry }))
}
