import { type KindName, routedKinds } from '../../../../src/portfolio/kinds.ts'
import { records } from '../../../../src/portfolio/records.ts'
import { type Enumeration, enumerationOf } from '../../../../src/record/rules/enumeration.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { valueBadge, valueLabel } from '../../html/value.ts'
import { words } from '../../html/words.ts'

/** Returns the label of a value of a choice that one of these kinds of records has. */
export function choiceLabel(kinds: readonly KindName[], name: string, value: string): string {
  const enumeration = kinds.map((kind) => enumerationIn(kind, name, value)).find((found) => found)
  return enumeration ? valueLabel(enumeration, value) : words(value)
}

// The names of the statuses of the kinds that a new record may be like.
const statusNames = ['status', 'portfolio_status', 'economics_status', 'implementation_status']

/** Renders the status of a record. A waiting proposal that would store the record has none of the kind. */
export function statusBadge(type: string, status: string): Html {
  if (type === 'proposal') return html`<span class="badge">${t('proposals.proposed')}</span>`
  const enumeration = statusNames.map((name) => enumerationIn(type, name, status)).find((found) => found)
  return enumeration ? valueBadge(enumeration, status) : html`<span class="badge">${status}</span>`
}

function enumerationIn(type: string, name: string, value: string): Enumeration | undefined {
  const kind = routedKinds.find((known) => known === type)
  const enumeration = kind && enumerationOf(records[kind].stored.shape[name])
  return enumeration && Object.hasOwn(enumeration, value) ? enumeration : undefined
}
