import type { z } from 'zod'
import { Fault, type FieldErrors } from '../../../src/record/fault.ts'
import { isInRow } from '../record/form-rows.ts'
import type { FormValues, RecordPages } from '../record/record.ts'
import { type Control, controlsOf, formControls } from './controls.ts'
import { moreSuffix } from './records-text.ts'

/** The hidden field with the names of the check boxes of a form, since browsers do not send an unchecked one. */
export const checkBoxesName = '_checkboxes'

/** The hidden field with the names of the lists of check boxes of a form. All boxes of a list may be unchecked. */
export const listsName = '_lists'

// A form has far fewer. Each name that is not a field of the record takes time to validate and to render.
const maxCheckBoxes = 100

/**
 * Returns the fields of a submitted form, without the fields that the interface adds. An unchecked box is `false`, a list
 * without a checked one `[]`, line ends are `\n`. With the schema of the form, the value of a list field becomes an array.
 */
export function submittedValues(body: unknown, schema?: z.ZodObject): FormValues {
  const kinds = new Map(schema && controlsOf(schema).map(({ name, kind }) => [name, kind]))
  const {
    [checkBoxesName]: checkBoxes,
    [listsName]: lists,
    ...sent
  } = (body ?? {}) as Record<string, unknown>
  const values: FormValues = {}
  if (typeof checkBoxes === 'string')
    for (const name of checkBoxes.split(',', maxCheckBoxes)) values[name] = false
  if (typeof lists === 'string') for (const name of lists.split(',', maxCheckBoxes)) values[name] = []
  for (const [name, value] of Object.entries(sent)) {
    if (name.startsWith('_') || isInRow(name)) continue
    if (kinds.get(name) === 'choices') {
      values[name] = [value].flat()
      continue
    }
    if (kinds.get(name) === 'records') {
      values[name] = textsOf(name, sent)
      continue
    }
    if (kinds.get(name.replace(moreSuffix, '')) === 'records') continue
    const last = Array.isArray(value) ? value.at(-1) : value
    const text = typeof last === 'string' ? last.replaceAll('\r\n', '\n') : last
    values[name] = text
  }
  return values
}

/** Returns the values that the query of the address of a form prefills, of the fields that may be prefilled. */
export function prefilled(query: unknown, change: RecordPages['change']): FormValues {
  const values = Object.entries(submittedValues(query, change?.body))
  return Object.fromEntries(values.filter(([name]) => change?.prefilled?.includes(name)))
}

// A list of records has further controls, each for one more record.
function textsOf(name: string, sent: Record<string, unknown>): string[] {
  const [list] = [sent[name]].flat().slice(-1)
  const texts = [list, ...[sent[`${name}${moreSuffix}`]].flat()]
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/**
 * Returns the messages of invalid input, to show in its form. Throws every other error, which has a page of its own.
 */
export function inputErrors(error: unknown): FieldErrors {
  if (error instanceof Fault && error.errors) return error.errors
  // The message of a canon rule is about the entire form.
  if (error instanceof Fault && error.code === 'canon_guard')
    return { canon_rule: [error.sentence ?? error.message] }
  throw error
}

/** Returns the values with which the form of a new record begins. */
export function defaultsOf(controls: Control[]): FormValues {
  return Object.fromEntries(controls.map((control) => [control.name, control.default]))
}

/**
 * Returns the values without the blank ones. A form sends every control. In a new record a blank one is a field that was
 * not set, so it gets its default.
 */
export function withoutBlank(values: FormValues): FormValues {
  const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)))
}

/**
 * Returns the values that a new record is created with. The form shows the defaults, which are no choice of the person: a
 * task with a blocker and no status is blocked.
 */
export function newValues(body: z.ZodObject, values: FormValues): FormValues {
  const defaults = defaultsOf(formControls(body))
  const isDefault = (name: string, value: unknown) =>
    defaults[name] !== undefined && String(value) === String(defaults[name])
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  const set = Object.entries(withoutBlank(values))
  return Object.fromEntries(set.filter(([name, value]) => !isDefault(name, value) && !isEmpty(value)))
}
