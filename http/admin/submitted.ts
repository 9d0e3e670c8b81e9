import type { z } from 'zod'
import { controlsOf } from './fields.ts'
import type { FormValues } from './record.ts'

/** The hidden field with the names of the check boxes of a form, since browsers do not send an unchecked one. */
export const checkBoxesName = '_checkboxes'

/**
 * Returns the fields of a submitted form, without those of the interface itself. An unchecked box is `false`, line
 * ends are `\n`. Fields among `lists` have several values.
 */
export function submittedValues(body: unknown, lists: readonly string[] = []): FormValues {
  const { [checkBoxesName]: checkBoxes, ...sent } = (body ?? {}) as Record<string, unknown>
  const values: FormValues = {}
  if (typeof checkBoxes === 'string') for (const name of checkBoxes.split(',')) values[name] = false
  for (const [name, value] of Object.entries(sent)) {
    if (name.startsWith('_')) continue
    if (lists.includes(name)) {
      values[name] = [value].flat()
      continue
    }
    const last = Array.isArray(value) ? value.at(-1) : value
    values[name] = typeof last === 'string' ? last.replaceAll('\r\n', '\n') : last
  }
  return values
}

/** Returns the names of the fields of a form that have several values. */
export function listNames(body: z.ZodObject): string[] {
  return controlsOf(body).flatMap(({ name, kind }) => (kind === 'choices' ? [name] : []))
}
