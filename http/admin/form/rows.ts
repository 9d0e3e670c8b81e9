import type { FieldErrors } from '../../../src/record/fault.ts'
import { text } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { localized, rich, t } from '../html/text.ts'
import { inSentence } from '../html/words.ts'
import type { FormRows } from '../record/form-rows.ts'
import type { FormValues, Row } from '../record/record.ts'
import type { Control } from './controls.ts'
import { input } from './input.ts'
import { labelledErrors } from './labelled-errors.ts'
import { columnControls, pathOf, rowsIn } from './row-paths.ts'
import { withoutBlank } from './submitted.ts'

// The button that shows the form again with another empty row. Its value is the name of the list.
const addRow = '_add_row'

// The hidden field of a row that is shown and sent, but cannot be changed.
const fixed = '_fixed'

// The path of a control in a row has at most two digits.
const maxSent = 100

/** Returns the lists in a form, without the rows that a person left empty. */
export function submittedRows(body: unknown, lists: readonly FormRows[]): FormValues {
  return valuesOf(lists, (list) => {
    const defaults = new Map(columnControls(list).map((control) => [control.name, control.default]))
    return sentRows(body, list)
      .map((row) => withoutBlank(row))
      .filter((row) => Object.entries(row).some(([name, value]) => defaults.get(name) !== value))
  })
}

/** Returns the lists in a form with all of their rows. */
export function allSentRows(body: unknown, lists: readonly FormRows[]): FormValues {
  return valuesOf(lists, (list) => sentRows(body, list))
}

/** Returns the lists that a form contains. The form of a single field contains none. */
export function sentLists(body: unknown, lists: readonly FormRows[] = []): FormRows[] {
  return lists.filter((list) => sentRows(body, list).length > 0)
}

/** Returns the lists of a record with the values that its form has, without those that are not set. */
export function storedRows(row: Row, lists: readonly FormRows[] = []): FormValues {
  return valuesOf(lists, (list) => rowsIn(row, list).map((item) => settable(item, list)))
}

/** Returns the lists of a record as its form shows them today, with a mark on the rows that cannot be changed. */
export function shownRows(row: Row, lists: readonly FormRows[] = [], today: string): FormValues {
  return valuesOf(lists, (list) =>
    rowsIn(row, list).map((item) => ({
      ...settable(item, list),
      ...(list.fixed?.isFixed(item, today) && { [fixed]: '1' }),
    })),
  )
}

function settable(item: FormValues, { columns }: FormRows): FormValues {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = item[column]
      return value === null || value === undefined ? [] : [[column, value]]
    }),
  )
}

function valuesOf(lists: readonly FormRows[], rowsOf: (list: FormRows) => FormValues[]): FormValues {
  return Object.fromEntries(lists.map((list) => [list.name, rowsOf(list)]))
}

function sentRows(body: unknown, list: FormRows): FormValues[] {
  const sent = (body ?? {}) as FormValues
  return Array.from({ length: maxSent }, (_, index) => {
    const names = [...list.columns, fixed].filter((column) => pathOf(list, index, column) in sent)
    return names.map((column) => [column, String(sent[pathOf(list, index, column)])])
  })
    .filter((row) => row.length > 0)
    .map((row) => Object.fromEntries(row))
}

/** Returns the name of the list to which a person asked for another row. */
export function addedTo(body: unknown): unknown {
  return ((body ?? {}) as FormValues)[addRow]
}

/** Returns the messages of a form without those of its lists. */
export function withoutRowErrors(errors: FieldErrors, lists: readonly FormRows[]): FieldErrors {
  const names = lists.map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !names.includes(path.split('.')[0] ?? '')),
  )
}

type Shown = {
  /** The values of the form. */
  values: FormValues
  /** Its values as controls show them, those of rows by their paths. */
  named: FormValues
  errors?: FieldErrors | undefined
  /** The name of the list that gets another row, which has the focus. */
  added?: unknown
}

/** Renders a list of a form as rows. Empty ones are ignored when it is sent. */
export function rowsField(list: FormRows, { values, named, errors = {}, added }: Shown): Html {
  const { name, texts, max, fewest, about } = list
  const rows = rowsIn(values, list)
  const isAdding = added === name && rows.length < max
  const count = Math.max(fewest, rows.length + (isAdding ? 1 : 0))
  const messages = errors[name]
  return html`<fieldset class="rows" id=${`field-${name}`}>
    <legend>${t(`${texts}.list`)}</legend>
    ${messages && html`<p class="error" id=${`error-${name}`} role="alert">${messages.map(localized).join(' ')}</p>`}
    ${about && html`<p class="help">${about}</p>`}
    ${Array.from({ length: count }, (_, index) =>
      rows[index]?.[fixed] === undefined
        ? row(list, index, named, errors, isAdding && index === count - 1)
        : fixedRow(list, index, named, errors),
    )}
    <p class="help">${t('form.emptyRows', { count: t(`${texts}.count`, { count: max }) })}</p>
    ${count < max && html`<button name=${addRow} value=${name}>${rich('form.addRow', { hidden, rows: inSentence(t(`${texts}.list`)) })}</button>`}
  </fieldset>`
}

const hidden = (part: Html) => html`<span class="visually-hidden">${part}</span>`

function row(list: FormRows, index: number, named: FormValues, errors: FieldErrors, isNew: boolean): Html {
  const controls = columnControls(list)
  return html`<div class=${styleOf(list)}>
    ${controls.map((control, column) => {
      const path = pathOf(list, index, control.name)
      const messages = messagesAt(path, control, errors)
      const attributes = {
        id: `field-${path}`,
        name: path,
        'aria-describedby': messages.length > 0 ? `error-${path}` : undefined,
        'aria-invalid': messages.length > 0 ? 'true' : undefined,
        autofocus: (isNew && column === 0) || undefined,
      } as const
      return html`<div class=${messages.length > 0 ? 'field invalid' : 'field'}>
        <label for=${`field-${path}`}
          >${rich('form.fieldOfRow', { field: localized(control.label), hidden, name: inSentence(t(`${list.texts}.name`)), number: index + 1 })}</label
        >
        ${input(control, named[path] ?? control.default, attributes)}
        ${messages.length > 0 && html`<p class="error" id=${`error-${path}`}>${messages.join(' ')}</p>`}
      </div>`
    })}
  </div>`
}

// The values of a row that cannot be changed are sent along, since a change replaces the list.
function fixedRow(list: FormRows, index: number, named: FormValues, errors: FieldErrors): Html {
  const controls = columnControls(list).filter(({ name }) => named[pathOf(list, index, name)] !== undefined)
  const messages = controls.flatMap((control) =>
    messagesAt(pathOf(list, index, control.name), control, errors),
  )
  return html`<div class="row fixed" role="group" aria-label=${t('form.row', { name: t(`${list.texts}.name`), number: index + 1 })}>
    <dl>
      ${controls.map((control) => {
        const value = text(named[pathOf(list, index, control.name)])
        const option = control.options?.find((one) => one.value === value)
        return html`<div><dt>${control.label}</dt><dd>${option?.label ?? value}</dd></div>`
      })}
    </dl>
    <p class="help">${list.fixed?.reason}</p>
    ${messages.length > 0 && html`<p class="error">${messages.join(' ')}</p>`}
    ${[...controls.map(({ name }) => name), fixed].map((column) => {
      const path = pathOf(list, index, column)
      return html`<input type="hidden" name=${path} value=${named[path]} />`
    })}
  </div>`
}

function messagesAt(path: string, { label }: Control, errors: FieldErrors): string[] {
  return labelledErrors({ [path]: errors[path] ?? [] }, [{ name: path, label }])[path] ?? []
}

// More controls than fit side by side stand in two lines.
function styleOf({ columns }: FormRows): string {
  return columns.length > 4 ? 'row many' : 'row'
}
