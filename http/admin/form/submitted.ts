import type { z } from 'zod'
import { Fault, type FieldErrors } from '../../../src/record/fault.ts'
import { isInRow } from '../record/form-rows.ts'
import type { FormValues } from '../record/record.ts'
import { controlsOf } from './controls.ts'
import { moreSuffix } from './records-text.ts'

/** The hidden field with the names of the check boxes of a form, since browsers do not send an unchecked one. */
export const checkBoxesName = '_checkboxes'

// A form has far fewer. Each name that is not a field of the record takes time to validate and to render.
const maxCheckBoxes = 100

/**
 * Returns the fields of a submitted form, without the fields that the interface adds. An unchecked box is `false`, line
 * ends are `\n`. With the schema of the form, the value of a list field becomes an array.
 */
export function submittedValues(body: unknown, schema?: z.ZodObject): FormValues {
  const kinds = new Map(schema && controlsOf(schema).map(({ name, kind }) => [name, kind]))
  const { [checkBoxesName]: checkBoxes, ...sent } = (body ?? {}) as Record<string, unknown>
  const values: FormValues = {}
  if (typeof checkBoxes === 'string')
    for (const name of checkBoxes.split(',', maxCheckBoxes)) values[name] = false
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
  if (error instanceof Fault && error.code === 'canon_guard') return { canon_rule: [error.message] }
  throw error
}
