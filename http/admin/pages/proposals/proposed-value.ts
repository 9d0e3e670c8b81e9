import type { Person } from '../../../../src/access/person.ts'
import { listedRecords, referenceOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { changedValue } from '../../history/changed-value.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { words } from '../../html/words.ts'
import { titleLink } from '../../record/record-link.ts'

export type Context = { person: Person; titles: RecordTitles }

const foldedFrom = 1000
const summaryLength = 120

/** Renders a value of a field with everything in it. A text of 1,000 characters or more is folded. */
export function proposedValue(kind: string, name: string, value: unknown, context: Context): Html {
  const { person, titles } = context
  const record = referenceOf(kind, name, value)
  // A record that an earlier operation of the batch would create has no id yet.
  if (record && !titles.has(recordKey(record))) return `New ${words(record.record_type).toLowerCase()}`
  if (typeof value === 'string') {
    const characters = [...value]
    if (characters.length >= foldedFrom) return folded(characters)
  }
  if (!isNested(value)) return changedValue(kind, name, value, person, titles) || absent
  const [evidence] = listedRecords([value])
  if (evidence && Object.keys(value).length === 2)
    return html`${words(evidence.record_type)} ${titleLink(evidence, titles.get(recordKey(evidence)))}`
  const isList = Array.isArray(value)
  return html`<ul>
    ${Object.entries(value).map(
      ([name, item]) =>
        html`<li>${isList ? null : `${words(name)}: `}${proposedValue(kind, name, item, context)}</li>`,
    )}
  </ul>`
}

function isNested(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object')
  return typeof value === 'object' && value !== null
}

function folded(characters: string[]): Html {
  return html`<details>
    <summary>
      ${characters.slice(0, summaryLength).join('')}…${' '}
      <span class="muted">(${characters.length.toLocaleString('en')} characters)</span>
    </summary>
    ${characters.join('')}
  </details>`
}
