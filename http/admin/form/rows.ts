import type { FieldErrors } from '../../../src/record/fault.ts'
import { type Html, html } from '../html/html.ts'
import { counted, inSentence, words } from '../html/words.ts'
import type { FormRows, FormValues } from '../record/record.ts'
import { type Control, controlsOf } from './controls.ts'
import { input } from './input.ts'
import { labelledErrors } from './messages.ts'
import { withoutBlank } from './submitted.ts'

// The button that shows the form again with another empty row.
const addRow = '_add_row'

const fewestRows = 2
const maxRows = 20

/** Returns the rows that a form contains, without those that a person left empty. */
export function submittedRows(body: unknown, rows: FormRows): FormValues[] {
  return sentRows(body, rows)
    .map((row) => withoutBlank(row))
    .filter((row) => Object.entries(row).some(([name, value]) => !isDefault(rows, name, value)))
}

/** Returns all rows that a form contains. */
export function sentRows(body: unknown, { name, columns }: FormRows): FormValues[] {
  const sent = (body ?? {}) as FormValues
  const count = Array.from({ length: maxRows }, (_, index) => index).filter((index) =>
    columns.some((column) => `${name}.${index}.${column}` in sent),
  ).length
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(columns.map((column) => [column, String(sent[`${name}.${index}.${column}`] ?? '')])),
  )
}

/** Returns whether a person asked for another row. */
export function isAddingRow(body: unknown): boolean {
  return addRow in ((body ?? {}) as FormValues)
}

/** Returns the messages of a form without those of its rows. */
export function withoutRowErrors(errors: FieldErrors, { name }: FormRows): FieldErrors {
  const own = (path: string) => path === name || path.startsWith(`${name}.`)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !own(path)))
}

/** Renders the rows of a form. Empty ones are ignored when it is sent. `isAdding` shows another one, with the focus. */
export function rowsField(rows: FormRows, value: unknown, errors: FieldErrors = {}, isAdding = false): Html {
  const { name, label } = rows
  const values: FormValues[] = Array.isArray(value) ? value : []
  const count = Math.min(maxRows, Math.max(fewestRows, values.length + (isAdding ? 1 : 0)))
  const list = errors[name]
  return html`<fieldset class="rows" id=${`field-${name}`}>
    <legend>${words(label.plural)}</legend>
    ${list && html`<p class="error" id=${`error-${name}`} role="alert">${list.join(' ')}</p>`}
    ${Array.from({ length: count }, (_, index) =>
      row(rows, index, values[index] ?? {}, errors, isAdding && index === count - 1),
    )}
    <p class="help">${`Empty rows are ignored. At most ${counted(maxRows, label)}.`}</p>
    ${count < maxRows && html`<button name=${addRow} value=${name}>Add a row</button>`}
  </fieldset>`
}

function row(rows: FormRows, index: number, values: FormValues, errors: FieldErrors, isNew: boolean): Html {
  return html`<div class="row">
    ${columnsOf(rows).map((control, column) => {
      const path = `${rows.name}.${index}.${control.name}`
      const messages = labelledErrors({ [path]: errors[path] ?? [] }, [])[path] ?? []
      const attributes = {
        id: `field-${path}`,
        name: path,
        'aria-describedby': messages.length > 0 ? `error-${path}` : undefined,
        'aria-invalid': messages.length > 0 ? 'true' : undefined,
        autofocus: (isNew && column === 0) || undefined,
      } as const
      return html`<div class=${messages.length > 0 ? 'field invalid' : 'field'}>
        <label for=${`field-${path}`}
          >${control.label}<span class="visually-hidden">${` of ${inSentence(rows.label.singular)} ${index + 1}`}</span></label
        >
        ${input(control, values[control.name] ?? control.default, attributes)}
        ${messages.length > 0 && html`<p class="error" id=${`error-${path}`}>${messages.join(' ')}</p>`}
      </div>`
    })}
  </div>`
}

function columnsOf({ body, columns }: FormRows): Control[] {
  const controls = controlsOf(body)
  return columns.flatMap((name) => {
    const control = controls.find((one) => one.name === name)
    // A row has no room for the meanings of a choice.
    const options = control?.options?.map(({ value, label }) => ({ value, label }))
    return control ? [{ ...control, ...(options && { options }) }] : []
  })
}

function isDefault(rows: FormRows, name: string, value: unknown): boolean {
  return columnsOf(rows).some((control) => control.name === name && control.default === value)
}
