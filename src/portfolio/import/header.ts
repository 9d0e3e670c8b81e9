import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { type Fault, invalid } from '../../record/fault.ts'
import type { ImportKind } from './import-kind.ts'

/** The form of a CSV file: the delimiter, and the column of each cell, null for one that is ignored. */
export type Header = { delimiter: string; columns: (string | null)[]; ignored: string[] }

type Columns = Pick<ImportKind<never>, 'required' | 'optional'>

const delimiters = [',', ';', '\t']
const maxHeaderLength = 10_000
const maxIgnoredNames = 20

/**
 * Returns the form of a CSV file by its first line.
 *
 * @throws Fault on the field `file` that says what the file is instead, and which columns are expected
 */
export function readHeader(kind: Columns, content: Buffer): Header {
  const { required, optional } = kind
  const line = firstLine(content)
  const headers = delimiters.map((delimiter) => headerOf(kind, line, delimiter))
  const header = headers.reduce((best, other) => (known(other) > known(best) ? other : best))
  const missing = required.filter((name) => !header.columns.includes(name))
  if (missing.length > 0) throw fileFault(kind, `The first line has no column ${missing.join(', ')}.`)
  const repeated = [...required, ...optional].find(
    (name) => header.columns.indexOf(name) !== header.columns.lastIndexOf(name),
  )
  if (repeated) throw fileFault(kind, `The first line has the column ${repeated} more than once.`)
  return header
}

/** Throws a fault on the field `file` if the content is not CSV, or its columns are wrong. */
export function checkContent(kind: Columns, content: Buffer): void {
  const other = otherFormat(content)
  if (other) throw fileFault(kind, other)
  readHeader(kind, content)
}

function otherFormat(content: Buffer): string | undefined {
  const start = content.subarray(0, 1000).toString('latin1').replace(utf8Mark, '').trimStart()
  if (start === '') return 'The file is empty.'
  const format = Object.keys(formats).find((prefix) => start.startsWith(prefix))
  if (format) return `The file is ${formats[format]}, not a CSV file.`
  if (utf16Mark.test(start)) return notUtf8
  if (content.includes(0)) return 'The file is binary, not a CSV file.'
  return isUtf8(content) ? undefined : notUtf8
}

const utf8Mark = /^\xef\xbb\xbf/
const utf16Mark = /^(\xff\xfe|\xfe\xff)/
const notUtf8 = 'The file is not encoded in UTF-8. Save it as "CSV UTF-8".'

// By the first bytes, as Latin-1.
const formats: Record<string, string> = {
  'PK\x03\x04': 'an Excel workbook or a ZIP archive',
  '\xd0\xcf\x11\xe0': 'an Excel workbook of an old version',
  '%PDF': 'a PDF document',
  '<': 'an HTML or XML document',
  '[': 'a JSON document',
  '{': 'a JSON document',
}

function fileFault({ required, optional }: Columns, message: string): Fault {
  const more = optional.length > 0 ? `; optional: ${optional.join(', ')}` : ''
  return invalid({ file: `${message} Expected columns: ${required.join(', ')}${more}.` })
}

function firstLine(content: Buffer): string {
  // `trimStart` also removes a byte order mark.
  const text = content.subarray(0, maxHeaderLength).toString().trimStart()
  return text.split(/[\r\n]/, 1)[0] ?? ''
}

function headerOf({ required, optional }: Columns, line: string, delimiter: string): Header {
  const [names = []] = parse(line, { delimiter, relax_quotes: true }) as string[][]
  const columns: (string | null)[] = []
  const ignored: string[] = []
  for (const name of names) {
    const column = name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const isKnown = required.includes(column) || optional.includes(column)
    columns.push(isKnown ? column : null)
    if (!isKnown && column && ignored.length < maxIgnoredNames) ignored.push(name.trim().slice(0, 100))
  }
  return { delimiter, columns, ignored }
}

function known({ columns }: Header): number {
  return columns.filter((name) => name !== null).length
}
