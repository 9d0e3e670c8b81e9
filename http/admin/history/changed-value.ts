import type { Person } from '../../../src/access/person.ts'
import { personIn } from '../../../src/access/user.ts'
import {
  enumerationIn,
  expectationsIn,
  listedRecords,
  measuredRecord,
  ownLabelIn,
  referenceOf,
} from '../../../src/catalog/changed-values.ts'
import { type RecordReference, type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { isDay } from '../../../src/record/rules/day.ts'
import { text } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { localized, numberText, t } from '../html/text.ts'
import { dayText, timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { fieldLabel, labelOfField } from '../html/words.ts'
import { expectationText } from '../parts/expectation-sentence.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { namedUserLink, userLink } from '../record/person-link.ts'
import { titleLink } from '../record/record-link.ts'

/**
 * Renders a previous or new value of a field: the title of the record that it refers to, the user whom a text names, or
 * the label of a choice. The number of a record that the person may not see stays a number, but every page names users
 * and the agents that write.
 */
export function changedValue(
  record_type: string,
  name: string,
  value: unknown,
  person: Person,
  titles: RecordTitles,
): Html {
  const record = referenceOf(record_type, name, value)
  const found = record && titles.get(recordKey(record))
  if (found && record.record_type === 'user') return userLink({ id: found.id, name: found.title }, person)
  const isHidden = record && record.record_type !== 'token' && hiddenFrom(person).includes(record.record_type)
  if (isHidden) return `#${value}`
  if (record) return titleLink(record, found)
  const named = personIn(name, value)
  const user = named && namedUserLink(named, titles, person)
  if (user) return user
  const listed = listedRecords(value)
  if (listed.length > 0) return listed.map((one) => titled(one, titles)).join(', ')
  const expectations = expectationsIn(record_type, name, value)
  if (expectations.length > 0)
    return expectations.map((one, index) => {
      const measured = measuredRecord(one)
      return html`${index > 0 ? '; ' : ''}${expectationText(one)}, ${titleLink(measured, titles.get(recordKey(measured)))}`
    })
  if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no')
  if (typeof value === 'number') return numberText(value)
  const plain = text(value)
  const enumeration = enumerationIn(record_type, name)
  if (plain !== '' && enumeration) return valueLabel(enumeration, plain)
  if (isDay(plain)) return dayText(plain)
  return /^\d{4}-\d\d-\d\dT/.test(plain) ? timestamp(plain) : plain
}

/** Returns what a changed field is called, which may differ by kind: the position of a contact is not that of a keyword. */
export function changedLabel(record_type: string, name: string): string {
  return localized(ownLabelIn(record_type, name) ?? labelOfField(name))
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
        <tr><th scope="col">${t('history.field')}</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${fields.map(
          ({ name, values, heading, note }) => html`<tr>
            <th scope="row">${heading ?? fieldLabel(name)}</th>
            ${values.map((value) => html`<td class="text">${value}</td>`)}
            ${note === undefined ? null : html`<td>${note}</td>`}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
