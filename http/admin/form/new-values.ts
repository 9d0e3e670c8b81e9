import type { z } from 'zod'
import type { FormValues } from '../record/record.ts'
import { type Control, formControls } from './controls.ts'

/** Returns the values with which the form of a new record begins. */
export function defaultsOf(controls: Control[]): FormValues {
  return Object.fromEntries(controls.map((control) => [control.name, control.default]))
}

/**
 * Returns the values without the blank ones. A form sends every control. In a new record a blank one is a field that was
 * not set, so it gets its default.
 */
export function withoutBlank(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/**
 * Returns the values that a new record is created with. The form shows the defaults, which are no choice of the person: a
 * task with a blocker and no status is blocked.
 */
export function newValues(body: z.ZodObject, values: FormValues): FormValues {
  const defaults = defaultsOf(formControls(body))
  const isDefault = (name: string, value: unknown) =>
    defaults[name] !== undefined && String(value) === String(defaults[name])
  const set = Object.entries(withoutBlank(values))
  return Object.fromEntries(set.filter(([name, value]) => !isDefault(name, value)))
}
