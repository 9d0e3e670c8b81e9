import type { Person } from '../../../../src/access/person.ts'
import { expectationsIn, measuredRecord, referenceOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordReference, type RecordTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { targetOf } from '../../../../src/portfolio/batch/refs.ts'
import { changedValue } from '../../history/changed-value.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { fieldLabel } from '../../html/words.ts'
import { expectationText } from '../../parts/expectation-sentence.ts'
import { titleLink } from '../../record/record-link.ts'
import { kindName, newRecord } from '../../records/kind-name.ts'

/** `created` has the titles of the records that a batch would create, by the names that stand for their ids. */
export type Context = { person: Person; titles: RecordTitles; created: ReadonlyMap<unknown, string> }

const foldedFrom = 1000
const summaryLength = 120

/** Renders a value of a field with everything in it. A text of 1,000 characters or more is folded. */
export function proposedValue(kind: string, name: string, value: unknown, context: Context): Html {
  const { person, titles, created } = context
  const title = targetOf(name, {}) && created.get(value)
  if (title !== undefined) return title
  const record = referenceOf(kind, name, value)
  // An older proposal has the id that a record of the same batch had before it was rolled back.
  if (record && !titles.has(recordKey(record))) return newRecord(record.record_type)
  if (typeof value === 'string') {
    const characters = [...value]
    if (characters.length >= foldedFrom) return folded(characters)
  }
  if (!isNested(value)) return changedValue(kind, name, value, person, titles) || absent
  if (isEvidence(value))
    return html`${kindName(value.type)} ${recordTitle({ record_type: value.type, record_id: value.id }, context)}`
  const expectations = expectationsIn(kind, name, value)
  if (expectations.length > 0)
    return html`<ul>
      ${expectations.map((one) => html`<li>${expectationText(one)}, ${recordTitle(measuredRecord(one), context)}</li>`)}
    </ul>`
  const isList = Array.isArray(value)
  return html`<ul>
    ${Object.entries(value).map(
      ([name, item]) =>
        html`<li>${isList ? null : `${fieldLabel(name)}: `}${proposedValue(kind, name, item, context)}</li>`,
    )}
  </ul>`
}

/** Renders a record that a proposal names as a link, or the title of one that the same batch would create. */
export function recordTitle(record: RecordReference, { titles, created }: Context): Html {
  return created.get(record.record_id) ?? titleLink(record, titles.get(recordKey(record)))
}

function isEvidence(value: object): value is { type: string; id: number | string } {
  return 'type' in value && 'id' in value && Object.keys(value).length === 2
}

function isNested(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object')
  return typeof value === 'object' && value !== null
}

function folded(characters: string[]): Html {
  return html`<details>
    <summary>
      ${characters.slice(0, summaryLength).join('')}…${' '}
      <span class="muted">${t('proposals.characters', { count: characters.length })}</span>
    </summary>
    ${characters.join('')}
  </details>`
}
