import type { Person } from '../../src/access/person.ts'
import { display } from './display.ts'
import { formControls, traitsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import type { RecordPages, Row } from './record.ts'
import { words } from './words.ts'

/** Returns the title of a record: its name, its title, or its number. */
export function titleOf({ label }: RecordPages, row: Row): string {
  const title = row.name ?? row.title ?? row.keyword ?? row.email
  return typeof title === 'string' ? title : `${words(label.singular)} ${row.id}`
}

/** Renders the fields of a record. Those that the person may change have a link that edits them in place. */
export function fieldList(pages: RecordPages, row: Row, mayWrite: boolean): Html {
  const editable = new Set(
    mayWrite && pages.change ? formControls(pages.change.body).map(({ name }) => name) : [],
  )
  const names = Object.keys(pages.schema.shape).filter(
    (name) => !isDuplicate(name, row) && !isNested(row[name]),
  )
  return html`
    <dl class="values">
      ${names.map((name) => {
        const { isChoice } = traitsOf(pages.schema, name)
        const isLong = typeof row[name] === 'string' && (row[name] as string).length > 120
        return html`<div class=${isLong ? 'long' : undefined}>
          <dt>${words(name)}${editable.has(name) ? editLink(pages, row, name) : null}</dt>
          <dd class=${isLong ? 'text' : undefined}>${display(name, row[name], isChoice)}</dd>
        </div>`
      })}
    </dl>
  `
}

function editLink({ collection }: RecordPages, { id }: Row, name: string): Html {
  const address = `/admin/${collection}/${id}/edit/${name}`
  return html`<a
    class="edit"
    href=${address}
    hx-get=${address}
    hx-target="closest div"
    hx-swap="innerHTML"
    aria-label=${`Edit ${words(name).toLowerCase()}`}
    >Edit</a
  >`
}

// `product_id` says the same as `product_slug`, and `direction_slug` the same as `direction`.
function isDuplicate(name: string, row: Row): boolean {
  const base = name.replace(/_(id|slug)$/, '')
  if (name.endsWith('_id') && (`${base}_slug` in row || base in row)) return true
  return name.endsWith('_slug') && base in row
}

// Nested records have lists of their own.
function isNested(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
}

/** Renders the buttons of a record: those that the person may press. */
export function recordButtons(pages: RecordPages, row: Row, person: Person, mayWrite: boolean): Html {
  if (!mayWrite) return null
  const address = `/admin/${pages.collection}/${row.id}`
  const actions = (pages.actions ?? []).filter(({ isOffered }) => isOffered(row, person))
  return html`
    ${pages.change ? html`<a class="button primary" href=${`${address}/edit`} data-key="e">Edit</a>` : null}
    ${actions.map(({ path, label }) => html`<a class="button" href=${`${address}/${path}`}>${label}</a>`)}
    ${pages.remove ? html`<a class="button danger" href=${`${address}/delete`}>Delete</a>` : null}
  `
}
