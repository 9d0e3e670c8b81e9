import type { Person } from '../../../src/access/person.ts'
import { isEnumeration, listedRecords, referenceOf } from '../../../src/catalog/changed-values.ts'
import { type RecordReference, type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { text } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { titleLink } from '../record/record-link.ts'

/**
 * Renders a previous or new value of a field: the title of the record that it refers to, or the label of a choice. The
 * number of a record that the person may not see stays a number.
 */
export function changedValue(
  record_type: string,
  name: string,
  value: unknown,
  person: Person,
  titles: RecordTitles,
): Html {
  const record = referenceOf(record_type, name, value)
  if (record && hiddenFrom(person).includes(record.record_type)) return `#${value}`
  if (record) return titleLink(record, titles.get(recordKey(record)))
  const listed = listedRecords(value)
  if (listed.length > 0) return listed.map((one) => titled(one, titles)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const plain = text(value)
  if (plain !== '' && isEnumeration(record_type, name)) return words(plain)
  return /^\d{4}-\d\d-\d\dT/.test(plain) ? timestamp(plain) : plain
}

function titled(record: RecordReference, titles: RecordTitles): string {
  const key = `${record.record_type} ${record.record_id}`
  const title = titles.get(recordKey(record))?.title
  return title === undefined ? key : `${title} (${key})`
}

/** A field in a table of values. `heading` replaces its name, `note` is an additional last cell, without a value. */
export type ComparedField = { name: string; values: Html[]; heading?: Html; note?: Html }

/** Renders a table with the values of fields side by side, under the heads of their columns. */
export function comparisonTable(label: string, heads: string[], fields: ComparedField[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr><th scope="col">Field</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${fields.map(
          ({ name, values, heading, note }) => html`<tr>
            <th scope="row">${heading ?? words(name)}</th>
            ${values.map((value) => html`<td class="text">${value}</td>`)}
            ${note === undefined ? null : html`<td>${note}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
