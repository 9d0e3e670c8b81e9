import type { Person } from '../../../src/access/person.ts'
import { maxBulk } from '../../../src/catalog/bulk-change.ts'
import { type Control, formControls } from '../form/controls.ts'
import { input, select } from '../form/input.ts'
import { type Html, html } from '../html/html.ts'
import { csrfField } from '../html/post-form.ts'
import { localized, t } from '../html/text.ts'
import { inSentence } from '../html/words.ts'
import { listAddress } from '../record/address.ts'
import type { RecordPages } from '../record/record.ts'

/** The id of the form that changes the ticked rows of a list. */
export const bulkForm = 'bulk'

/** A field that rows of a list can be given together: its name in the form, and its control in the form of a record. */
export type BulkField = { name: string; control: Control }

/** Returns the fields that the person can give rows of a list together. Only admins set an owner by an id. */
export function bulkFields({ bulk = {}, change }: RecordPages, person: Person): BulkField[] {
  const controls = change ? formControls(change.body) : []
  return Object.entries(bulk).flatMap(([name, field]) => {
    const control = controls.find((one) => one.name === field)
    if (!control || (field === 'owner_id' && person.role !== 'admin')) return []
    return [{ name, control }]
  })
}

type BulkBar = {
  /** The address that the form sends to, with the filters of the list. */
  action: string
  fields: readonly BulkField[]
  csrf: string
  /** Stands before the fields: the choice of the rows. */
  rows: Html
}

/** Renders the form that gives rows of a list a value: a control and a button for each field. */
export function bulkBar({ action, fields, csrf, rows }: BulkBar): Html {
  return html`
    <form id=${bulkForm} class="bulk" method="post" action=${action} aria-label=${t('list.changeSeveralRows')}>
      ${csrfField(csrf)} ${rows}
      ${fields.map(
        ({ name, control }) => html`<span class="group">
          ${valueControl(name, control)}
          <button name="field" value=${name}>${t('list.changeField', { field: inSentence(control.label) })}</button>
        </span>`,
      )}
    </form>
  `
}

/** Renders the choice between the ticked rows of a list, which its script counts, and all that its filters select. */
export function allRows(total: number | null): Html {
  return html`<output class="ticked"></output> <label><input type="checkbox" name="all" value="1" /> ${allText(total)}</label>`
}

function allText(total: number | null): string {
  if (total === null) return t('list.allUncounted', { limit: maxBulk })
  if (total > maxBulk) return t('list.allSelectedLimited', { total, limit: maxBulk })
  return t('list.allSelected', { total })
}

// The button says which field the value is for. A label with its name would be that of the filter.
function valueControl(name: string, control: Control): Html {
  const { label, options } = control
  const attributes = { id: `bulk-${name}`, name: 'value', 'aria-label': t('list.newValue') }
  if (!options) return input(control, '', { ...attributes, placeholder: localized(label) })
  const offered = options.map((option) => ({ value: option.value, label: option.label }))
  return select({ ...control, options: offered }, '', attributes, `${localized(label)} …`)
}

/** Returns the address that changes several rows of a list, with the filters of the list. */
export function bulkAddress({ collection }: RecordPages, list: string): string {
  return list.replace(listAddress(collection), `${listAddress(collection)}/bulk`)
}
