import { clean } from './clean.ts'
import { escapedJson } from './untrusted.ts'

// Each form of an answer stays under 25 kB; the rest is for the notice, the marks and the `next` sentence.
const maxContentBytes = 23_500
/** Limit of a text in a compact answer, in bytes. */
export const compactTextBytes = 300
/** Limit of a text in a full answer, in bytes. */
export const fullTextBytes = 4000
const smallerTextBytes = [1000, compactTextBytes, 80]
// Quotes, brackets and separators of a field.
const fieldOverheadBytes = 30

export type Content = Record<string, unknown>

/** The number of rows of each list that the answer contains. */
export type RowCounts = Record<string, number>

/** Content within the size limit, and the same as JSON, without the outer braces. */
export type FittedContent = { content: Content; json: string; rowCounts: RowCounts }

/** A cleaned value, its JSON, and its size in the text form, where the JSON is a string within JSON. */
type Piece = { value: unknown; json: string; size: number }
type List = { pieces: Piece[]; size: number }

/**
 * Returns content within the size limit: cleaned, with texts truncated to `maxTextBytes`, and without the last rows
 * of lists that are too long. Texts are truncated further only if one row of each list would not fit.
 */
export function fitToSizeLimit(content: Content, maxTextBytes: number): FittedContent {
  for (const limit of [maxTextBytes, ...smallerTextBytes.filter((smaller) => smaller < maxTextBytes)]) {
    const fitted = tryToFit(content, limit)
    if (fitted) return fitted
  }
  throw new Error('The answer exceeds the size limit even with its texts truncated.')
}

/** Returns how many rows of a list fit beside the rest of the content: at least one, if the list has any. */
export function countFittingRows(content: Content, list: string): number {
  return fitToSizeLimit(content, compactTextBytes).rowCounts[list] ?? 0
}

function tryToFit(content: Content, maxTextBytes: number): FittedContent | null {
  const fields = new Map<string, Piece | List>()
  let free = maxContentBytes
  for (const [name, value] of Object.entries(content)) {
    if (value === null || value === undefined) continue
    const field = Array.isArray(value)
      ? listOf(name, value, maxTextBytes)
      : pieceOf(name, value, maxTextBytes)
    fields.set(name, field)
    free -= field.size + name.length + fieldOverheadBytes
  }
  return dropRows([...fields.values()].filter(isList), free) ? assemble(fields) : null
}

// Drops the last row of the largest list until everything fits; every list keeps at least one row.
function dropRows(lists: List[], freeBytes: number): boolean {
  let free = freeBytes
  while (free < 0) {
    let largest: List | undefined
    for (const list of lists) if (list.pieces.length > 1 && list.size > (largest?.size ?? 0)) largest = list
    const dropped = largest?.pieces.pop()
    if (!largest || !dropped) return false
    largest.size -= dropped.size
    free += dropped.size
  }
  return true
}

function assemble(fields: Map<string, Piece | List>): FittedContent {
  const fitted: FittedContent = { content: {}, json: '', rowCounts: {} }
  const members: string[] = []
  for (const [name, field] of fields) {
    if (isList(field)) {
      fitted.content[name] = field.pieces.map(({ value }) => value)
      fitted.rowCounts[name] = field.pieces.length
      members.push(`"${name}":[${field.pieces.map(({ json }) => json).join()}]`)
    } else {
      fitted.content[name] = field.value
      members.push(`"${name}":${field.json}`)
    }
  }
  fitted.json = members.join()
  return fitted
}

function listOf(name: string, rows: unknown[], maxTextBytes: number): List {
  const pieces = piecesOf(name, rows, maxTextBytes)
  return { pieces, size: pieces.reduce((sum, { size }) => sum + size, 0) }
}

// Stops at the first row beyond the limit: later rows cannot fit, and need not be serialized.
function piecesOf(name: string, rows: unknown[], maxTextBytes: number): Piece[] {
  const pieces: Piece[] = []
  let free = maxContentBytes
  for (const row of rows) {
    if (free < 0) break
    const piece = pieceOf(name, row, maxTextBytes)
    free -= piece.size
    pieces.push(piece)
  }
  return pieces
}

function pieceOf(name: string, value: unknown, maxTextBytes: number): Piece {
  const cleaned = clean(value, maxTextBytes, name)
  const json = escapedJson(cleaned)
  return { value: cleaned, json, size: Buffer.byteLength(JSON.stringify(json)) - 1 }
}

function isList(field: Piece | List): field is List {
  return 'pieces' in field
}
