import { controlsOf, formControls } from '../../form/controls.ts'
import { display, signature, text } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { t } from '../../html/text.ts'
import { fieldInMessage, fieldLabel } from '../../html/words.ts'
import { recordAddress } from '../../record/address.ts'
import { enumerationOfField } from '../../record/field-traits.ts'
import { titleOf } from '../../record/links.ts'
import type { RecordPages, Row, RowContext } from '../../record/record.ts'
import { withBack } from '../../request/way-back.ts'

// The authors and times of a record are shown below its fields, its retraction and its claim above them, and its outcome
// in a section.
const shownElsewhere = new Set([
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'retracted_at',
  'retraction',
  'claim',
  'outcome',
  'outcome_note',
  'judged_at',
  'judged_by',
])

// A longer value has a line of its own.
const maxShort = 120

/**
 * Renders the fields of a record in the order of its form: long texts, and the others beside them. The order does not
 * depend on the values, so a field keeps its place when it is edited. Those that the person may change have a link that
 * edits them in place. The fields of `shown` are left out.
 */
export function fieldList(
  pages: RecordPages,
  context: RowContext,
  mayChange: boolean,
  shown: readonly string[] = [],
): Html {
  const { row } = context
  const title = titleOf(pages, row)
  const names = namesInOrder(pages).filter(
    (name) => row[name] !== title && !shown.includes(name) && !isDuplicate(name, row) && !isNested(row[name]),
  )
  const texts = names.filter((name) => isLongText(pages, name))
  const facts = names.filter((name) => !isLongText(pages, name))
  const grouped = (pages.groups ?? []).map(({ label, fields }) => ({
    label,
    names: fields.filter((name) => facts.includes(name)),
  }))
  const others = facts.filter((name) => !grouped.some((group) => group.names.includes(name)))
  const list = (style: string, names: string[]) =>
    html`<dl class=${`values ${style}`}>${fieldsNamed(pages, context, mayChange, names)}</dl>`
  return html`
    <div class="fields-of">
      ${texts.length > 0 ? list('texts', texts) : null}
      <div class="facts">
        ${grouped.map(({ label, names }) => html`<h2>${label}</h2>${list('', names)}`)}
        ${others.length > 0 ? list('', others) : null}
      </div>
      ${signature(row)}
    </div>
  `
}

/** Renders fields of a record as the items of a list of values. */
export function fieldsNamed(
  pages: RecordPages,
  context: RowContext,
  mayChange: boolean,
  names: readonly string[],
): Html[] {
  const { row, back } = context
  const controls = mayChange && pages.change ? formControls(pages.change.body) : []
  const editable = new Set(controls.map(({ name }) => name))
  return names.map((name) =>
    field(
      pages,
      name,
      html`<dt>${fieldLabel(name, pages.schema)}${editable.has(name) ? editLink(pages, row, name, back) : null}</dt>`,
      context,
    ),
  )
}

function field(pages: RecordPages, name: string, term: Html, context: RowContext): Html {
  const value = context.row[name]
  if (text(value) === '') return html`<div class="unset">${term}<dd>${display(name, value)}</dd></div>`
  if (!isLongText(pages, name) && text(value).length <= maxShort)
    return html`<div>${term}<dd>${shownValue(pages, name, context)}</dd></div>`
  return html`<div class="long">${term}<dd class="text">${shownValue(pages, name, context)}</dd></div>`
}

// As in the list, unless the page has the same button at its top.
function shownValue({ cells, button, schema }: RecordPages, name: string, context: RowContext): Html {
  const cell = cells?.[name]
  const own = cell !== button ? cell?.(context) : null
  return own ?? display(name, context.row[name], enumerationOfField(schema, name), context)
}

function editLink(pages: RecordPages, row: Row, name: string, back: string | undefined): Html {
  const address = withBack(`${recordAddress(pages.collection, row.id)}/edit/${name}`, back)
  return html`<a
    class="edit"
    href=${address}
    hx-get=${address}
    hx-target="closest div"
    hx-swap="innerHTML"
    aria-label=${t('record.editField', { field: fieldInMessage(fieldLabel(name, pages.schema)) })}
    >✎</a
  >`
}

// The order of the form first. A row shows the reference `company_id` of a form as `company`.
function namesInOrder({ schema, create, change }: RecordPages): string[] {
  const body = create?.body ?? change?.body
  const ofForm = body ? Object.keys(body.shape).flatMap((name) => [name, baseOf(name)]) : []
  const all = Object.keys(schema.shape).filter((name) => !shownElsewhere.has(name))
  return [...new Set([...ofForm.filter((name) => all.includes(name)), ...all])]
}

// `product_id` is redundant beside `product_slug`, `competitor_id` beside `competitor_name`, `direction_slug` beside
// `direction`, the user whom a text names beside the text, the agent of a token beside the token.
function isDuplicate(name: string, row: Row): boolean {
  const base = baseOf(name)
  if (name.endsWith('_user') || `${name}_token_id` in row) return true
  if (name.endsWith('_id') && [base, `${base}_slug`, `${base}_name`].some((other) => other in row))
    return true
  return name.endsWith('_slug') && base in row
}

function baseOf(name: string): string {
  return name.replace(/_(id|slug)$/, '')
}

// Nested records have lists of their own.
function isNested(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object')
}

function isLongText({ schema }: RecordPages, name: string): boolean {
  return controlsOf(schema).some((control) => control.name === name && control.kind === 'long')
}
