import { clean } from './clean.ts'
import { escapedJson } from './untrusted.ts'

// An answer stays under 25 kB; the rest is for the warning, the marks and the `next` sentence.
const maxContentBytes = 23_500
/** Limit of a text in a compact answer, in bytes. */
export const compactTextBytes = 300
/** Limit of a text in a full answer, in bytes. */
export const fullTextBytes = 4000
const smallerTextBytes = [1000, compactTextBytes, 80]
// Quotes, brackets and separators of a field.
const fieldOverheadBytes = 30

type Content = Record<string, unknown>

/** The two parts of an answer: what the server itself says, and what is stored. */
export type Parts = { server?: Content; stored?: Content }

/** The number of rows of each list that the answer contains. */
export type RowCounts = Record<string, number>

/**
 * Content within the size limit as members of two JSON objects: one from the server, with the trusted canon
 * rules, and one with stored data.
 */
export type FittedContent = {
  trustedMembers: string[]
  untrustedMembers: string[]
  rowCounts: RowCounts
}

/** The JSON of a cleaned value, and its size in the answer, where the JSON is a string within JSON. */
type Piece = { json: string; size: number; trusted: boolean }
type List = { pieces: Piece[]; size: number }

/**
 * Returns content within the size limit: cleaned, with texts truncated to `maxTextBytes`, and without the
 * last rows of lists that are too long. Texts are truncated further only if one row of each list would not
 * fit.
 */
export function fitToSizeLimit(parts: Parts, maxTextBytes: number): FittedContent {
  for (const limit of [maxTextBytes, ...smallerTextBytes.filter((smaller) => smaller < maxTextBytes)]) {
    const fitted = tryToFit(parts, limit)
    if (fitted) return fitted
  }
  throw new Error('The answer exceeds the size limit even with its texts truncated.')
}

/** Returns how many rows of a list fit beside the rest of the content: at least one, if the list has any. */
export function countFittingRows(parts: Parts, list: string): number {
  return fitToSizeLimit(parts, compactTextBytes).rowCounts[list] ?? 0
}

function tryToFit({ server = {}, stored = {} }: Parts, maxTextBytes: number): FittedContent | null {
  const fields = new Map<string, Piece | List>()
  let free = maxContentBytes
  for (const [name, value] of Object.entries({ ...server, ...stored })) {
    if (value === null || value === undefined) continue
    const toPiece = (item: unknown) =>
      pieceOf(name, item, maxTextBytes, name in server || isTrustedRule(name, item))
    const field = Array.isArray(value) ? listOf(value, toPiece) : toPiece(value)
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
  const fitted: FittedContent = { trustedMembers: [], untrustedMembers: [], rowCounts: {} }
  for (const [name, field] of fields) {
    if (isList(field)) {
      fitted.rowCounts[name] = field.pieces.length
      const trusted = field.pieces.filter((piece) => piece.trusted)
      const untrusted = field.pieces.filter((piece) => !piece.trusted)
      // An empty list contains no stored text, so it may stand among the trusted members.
      if (untrusted.length === 0 || trusted.length > 0) fitted.trustedMembers.push(listMember(name, trusted))
      if (untrusted.length > 0) fitted.untrustedMembers.push(listMember(name, untrusted))
    } else {
      const members = field.trusted ? fitted.trustedMembers : fitted.untrustedMembers
      members.push(`"${name}":${field.json}`)
    }
  }
  return fitted
}

function listMember(name: string, pieces: Piece[]): string {
  return `"${name}":[${pieces.map(({ json }) => json).join()}]`
}

function listOf(rows: unknown[], toPiece: (row: unknown) => Piece): List {
  const pieces = piecesOf(rows, toPiece)
  return { pieces, size: pieces.reduce((sum, { size }) => sum + size, 0) }
}

// Stops at the first row beyond the limit: later rows cannot fit, and need not be serialized.
function piecesOf(rows: unknown[], toPiece: (row: unknown) => Piece): Piece[] {
  const pieces: Piece[] = []
  let free = maxContentBytes
  for (const row of rows) {
    if (free < 0) break
    const piece = toPiece(row)
    free -= piece.size
    pieces.push(piece)
  }
  return pieces
}

function pieceOf(name: string, value: unknown, maxTextBytes: number, trusted: boolean): Piece {
  const json = escapedJson(clean(value, maxTextBytes, name))
  return { json, size: Buffer.byteLength(JSON.stringify(json)) - 1, trusted }
}

// The fields with canon rules. An admin approved the text of a trusted rule.
const ruleFields = ['canon', 'rules', 'rule']

function isTrustedRule(field: string, row: unknown): boolean {
  return ruleFields.includes(field) && (row as { trusted?: unknown }).trusted === true
}

function isList(field: Piece | List): field is List {
  return 'pieces' in field
}
