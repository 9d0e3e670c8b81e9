import { display, signature } from './display.ts'
import { controlsOf, traitsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import type { RecordPages, Row } from './record.ts'
import { words } from './words.ts'

// Who wrote a record, and when, stands below its fields.
const serverNames = new Set(['id', 'created_at', 'updated_at', 'created_by', 'updated_by'])

/** Returns the title of a record: its name, its title, or its number. */
export function titleOf({ label }: RecordPages, row: Row): string {
  const title = row.name ?? row.title ?? row.keyword ?? row.email
  return typeof title === 'string' ? title : `${words(label.singular)} ${row.id}`
}

/** Renders the fields of a record in the order of its form, long texts last. */
export function fieldList(pages: RecordPages, row: Row): Html {
  const title = titleOf(pages, row)
  const names = namesInOrder(pages).filter(
    (name) => row[name] !== title && !isDuplicate(name, row) && !isNested(row[name]),
  )
  const short = names.filter((name) => !isLong(pages, row, name))
  const long = names.filter((name) => isLong(pages, row, name))
  return html`
    <div class="fields-of">
      <dl class="values">
        ${short.map(
          (name) => html`<div>
            <dt>${words(name)}</dt>
            <dd>${display(name, row[name], traitsOf(pages.schema, name).isChoice)}</dd>
          </div>`,
        )}
        ${long.map(
          (name) => html`<div class="long">
            <dt>${words(name)}</dt>
            <dd class="text">${display(name, row[name])}</dd>
          </div>`,
        )}
      </dl>
      ${signature(row)}
    </div>
  `
}

// The order of the form first. A row shows the reference `company_id` of a form as `company`.
function namesInOrder({ schema, create, change }: RecordPages): string[] {
  const body = create?.body ?? change?.body
  const ofForm = body ? Object.keys(body.shape).flatMap((name) => [name, baseOf(name)]) : []
  const all = Object.keys(schema.shape).filter((name) => !serverNames.has(name))
  return [...new Set([...ofForm.filter((name) => all.includes(name)), ...all])]
}

// `product_id` says the same as `product_slug`, and `direction_slug` the same as `direction`.
function isDuplicate(name: string, row: Row): boolean {
  const base = baseOf(name)
  if (name.endsWith('_id') && (`${base}_slug` in row || base in row)) return true
  return name.endsWith('_slug') && base in row
}

function baseOf(name: string): string {
  return name.replace(/_(id|slug)$/, '')
}

// Nested records have lists of their own.
function isNested(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
}

function isLong({ schema }: RecordPages, row: Row, name: string): boolean {
  const value = row[name]
  if (typeof value !== 'string') return false
  return (
    value.length > 120 ||
    controlsOf(schema).some((control) => control.name === name && control.kind === 'long')
  )
}
