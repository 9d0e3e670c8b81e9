import type { FieldErrors } from '../../../src/record/fault.ts'
import { localized, t } from '../html/text.ts'
import { fieldLabel, labelled } from '../html/words.ts'
import type { Control } from './controls.ts'

type Labelled = Pick<Control, 'name' | 'label'>

/**
 * Returns the messages of invalid input with the labels of the controls in place of the names of the fields, which the
 * messages of the API contain: "The due on field is required." for "The due at field is required."
 */
export function labelledErrors(errors: FieldErrors, controls: readonly Labelled[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path,
      messages.map((message) => labelled(message, (name) => labelOf(name, controls))),
    ]),
  )
}

// The path of an item of a list, such as `evidence.0.id`, becomes "Evidence (item 1)".
function labelOf(path: string, controls: readonly Labelled[]): string {
  const [list = path, index] = path.split('.')
  const own = controls.find(({ name }) => name === path) ?? controls.find(({ name }) => name === list)
  const label = localized(own?.label ?? fieldLabel(list))
  return index === undefined || own?.name === path
    ? label
    : t('validation.item', { list: label, number: Number(index) + 1 })
}
