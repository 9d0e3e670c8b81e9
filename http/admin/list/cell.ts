import { isVisible } from '../../../src/record/invisible.ts'
import { truncate } from '../../../src/record/rules/truncate.ts'
import { display, isReference, keyOf, text } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { recordAddress } from '../record/address.ts'
import { enumerationOfField, fieldTraits } from '../record/field-traits.ts'
import type { RecordPages, RowContext } from '../record/record.ts'

const maxShortLength = 90
const maxUnwrappedText = 24
const maxUnwrappedName = 18

/** What a cell of a list shows, and the class of its element. */
type Cell = { shown: Html; style: 'number' | 'wide' | undefined }

/** Returns the cell of a field in a list. A long text is shortened, and its full form is the title. */
export function cellOf(pages: RecordPages, name: string, context: RowContext): Cell {
  const value = context.row[name]
  const { isNumber } = fieldTraits(pages.schema, name)
  const own = pages.cells?.[name]?.(context)
  const style = isNumber && !isReference(name) ? 'number' : isLong(value) ? 'wide' : undefined
  if (own != null) return { shown: own, style }
  const shown = display(name, value, enumerationOfField(pages.schema, name), context)
  // A text that names no user is only a text.
  const isLink = keyOf(name, value) && typeof shown !== 'string'
  if (style !== 'wide' || typeof value !== 'string' || isLink) return { shown, style }
  return { shown: html`<span class="clamp" title=${value}>${display(name, shortened(value))}</span>`, style }
}

/** Renders the cell that links to the record of its row. Without a value that can be seen it shows the id. */
export function leadingCell(pages: RecordPages, name: string, context: RowContext): Html {
  const { row } = context
  const { shown, style } = cellOf(pages, name, context)
  const isShown = isVisible(text(row[name]))
  return html`<th scope="row" class=${style}><a href=${recordAddress(pages.collection, row.id)}>${isShown ? shown : `#${row.id}`}</a></th>`
}

/** Returns the class of the heading of a column. */
export function headingStyle({ schema }: RecordPages, name: string): string | undefined {
  return fieldTraits(schema, name).isNumber && !isReference(name) ? 'number' : undefined
}

// The name of a record that a cell refers to is wrapped sooner than a text.
function isLong(value: unknown): boolean {
  return text(value).length > (typeof value === 'string' ? maxUnwrappedText : maxUnwrappedName)
}

// Ends with a full word.
function shortened(value: string): string {
  const start = truncate(value, maxShortLength)
  return start === value ? value : `${start.replace(/(?<!\s)\s+\S*$/, '')}…`
}
