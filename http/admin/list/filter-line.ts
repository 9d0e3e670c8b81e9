import type { Person } from '../../../src/access/person.ts'
import type { FieldErrors } from '../../../src/record/fault.ts'
import type { Control } from '../form/controls.ts'
import { filterField } from '../form/filter-field.ts'
import { type Html, html } from '../html/html.ts'
import type { FormValues } from '../record/record.ts'
import { filterText } from './filter-text.ts'

/** A filter that is set: its text, and the address of the list without it. */
export type Chip = { text: string; href: string }

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
  controls: readonly Control[]
  values: FormValues
  errors: FieldErrors
  chips: Chip[]
  sort?: string | undefined
  /** Stands at the end of the line. */
  more?: Html
}

/**
 * Renders the filters of a list on one line, with those that are set as chips that remove them. The controls are folded
 * unless one of them is invalid.
 */
export function filterLine({ action, controls, values, errors, chips, sort, more }: FilterLine): Html {
  if (controls.length === 0) return null
  const isInvalid = controls.some(({ name }) => errors[name])
  return html`
    <div class="filter-line">
      <details class="filter-fold" open=${isInvalid || undefined}>
        <summary>Filters</summary>
        <form class="filters" method="get" action=${action}>
          ${controls.map((control) => filterField(control, values[control.name], errors[control.name]))}
          ${sort ? html`<input type="hidden" name="sort" value=${sort} />` : null}
          <div class="buttons"><button>Filter</button></div>
        </form>
      </details>
      ${chips.map(
        ({ text, href }) => html`<a class="chip" href=${href}
          ><span class="visually-hidden">Remove the filter </span>${text}<span aria-hidden="true"> ×</span></a
        >`,
      )}
      ${chips.length > 0 || isInvalid ? html`<a class="clear" href=${action}>Clear</a>` : null} ${more}
    </div>
  `
}
