import type { Person } from '../../../src/access/person.ts'
import type { FieldErrors } from '../../../src/record/fault.ts'
import type { Control } from '../form/controls.ts'
import { input, select } from '../form/input.ts'
import { type Html, html } from '../html/html.ts'
import { localized, rich, t } from '../html/text.ts'
import type { FormValues } from '../record/record.ts'
import { filterText } from './filters.ts'

/** A filter that is set: its text, and the address of the list without it. */
export type Chip = { text: Html; href: string }

/**
 * Returns the chips of a page that is no list of records. `shown` has the filters as their controls show them, `sent` as
 * the address contains them.
 */
export function chipsOf(
  controls: Control[],
  shown: Record<string, string>,
  address: string,
  person: Person,
  sent = shown,
): Chip[] {
  return Object.keys(sent).map((name) => {
    const { [name]: _, ...others } = sent
    const rest = new URLSearchParams(others)
    return {
      text: filterText(controls, name, shown[name] ?? '', { person, titles: new Map() }),
      href: rest.size > 0 ? `${address}?${rest}` : address,
    }
  })
}

type FilterLine = {
  /** The address of the list without filters. */
  action: string
  presets: Html
  controls: readonly Control[]
  values: FormValues
  errors: FieldErrors
  chips: Chip[]
  sort?: string | undefined
  /** Stands at the end of the line. */
  more?: Html
}

/**
 * Renders what stands above the rows of a list, on one line so that the rows begin high: presets, filters, and the
 * filters that are set as chips that remove them. The controls are folded unless one of them is invalid.
 */
export function filterLine(line: FilterLine): Html {
  const { action, presets, controls, values, errors, chips, sort, more } = line
  const isInvalid = controls.some(({ name }) => errors[name])
  return html`
    <div class="filter-line">
      ${presets}
      ${
        controls.length === 0
          ? null
          : html`<details class="filter-fold" open=${isInvalid || undefined}>
              <summary>${t('list.filters')}</summary>
              <form class="filters" method="get" action=${action}>
                ${controls.map((control) => filterField(control, values[control.name], errors[control.name]?.map(localized)))}
                ${sort ? html`<input type="hidden" name="sort" value=${sort} />` : null}
                <div class="buttons"><button>${t('list.filter')}</button></div>
              </form>
            </details>`
      }
      ${chips.map(
        ({ text, href }) => html`<a class="chip" href=${href}
          >${rich('list.removeFilter', { hidden: (part) => html`<span class="visually-hidden">${part}</span>`, filter: text })}<span aria-hidden="true"> ×</span></a
        >`,
      )}
      ${chips.length > 0 || isInvalid ? html`<a class="clear" href=${action}>${t('list.clear')}</a>` : null} ${more}
    </div>
  `
}

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
    title: help && localized(help),
    'aria-describedby': messages ? `error-${name}` : undefined,
    'aria-invalid': messages ? 'true' : undefined,
  }
  // A list without such a filter leaves the records out.
  const isInclusion = name.startsWith('include_')
  const no = { value: '0', label: t('value.no') }
  const offered =
    kind === 'boolean'
      ? [{ value: '1', label: t('value.yes') }, ...(isInclusion ? [] : [no])]
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
              isInclusion ? no.label : t('list.any'),
            )
          : input({ ...control, kind: kind === 'long' ? 'text' : kind }, value, attributes)
      }
      ${messages ? html`<p class="error" id=${`error-${name}`}>${messages.join(' ')}</p>` : null}
    </div>
  `
}
