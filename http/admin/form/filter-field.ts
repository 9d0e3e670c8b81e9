import { type Html, html } from '../html/html.ts'
import type { Control } from './controls.ts'
import { input, select } from './input.ts'

// The filters that take a day or a time.
const periodNames = ['date_from', 'date_to']

/** Renders the control of a filter. It is small, so help is its title and a choice has no meanings. */
export function filterField(control: Control, value: unknown, messages: string[] | undefined): Html {
  const { name, label, help, options } = control
  // A date field cannot show a time.
  const isDay = periodNames.includes(name) && (value === undefined || /^\d{4}-\d\d-\d\d$/.test(String(value)))
  const kind = isDay ? 'date' : control.kind
  const id = `filter-${name}`
  const attributes = {
    id,
    name,
    title: help,
    'aria-describedby': messages ? `error-${name}` : undefined,
    'aria-invalid': messages ? 'true' : undefined,
  }
  // A list without such a filter leaves the records out.
  const isInclusion = name.startsWith('include_')
  const no = { value: '0', label: 'No' }
  const offered =
    kind === 'boolean'
      ? [{ value: '1', label: 'Yes' }, ...(isInclusion ? [] : [no])]
      : options?.map(({ value, label }) => ({ value, label }))
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${
        offered
          ? select(
              { ...control, options: offered, required: false },
              value,
              attributes,
              isInclusion ? no.label : 'Any',
            )
          : input({ ...control, kind: kind === 'long' ? 'text' : kind }, value, attributes)
      }
      ${messages ? html`<p class="error" id=${`error-${name}`}>${messages.join(' ')}</p>` : null}
    </div>
  `
}
