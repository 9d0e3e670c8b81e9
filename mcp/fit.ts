import { clean } from './clean.ts'

// Under 25 kB in each form, with room for the notice, the marks and the word on how to go on.
const budget = 23_500
/** How many bytes of a text are told where nobody asked for all of it. */
export const brief = 300
const harder = [1000, brief, 80]
const perList = 30

export type Content = Record<string, unknown>

/** How many rows of each list are left. */
export type RowCounts = Record<string, number>

/** Content that has room, and the same as JSON, without the braces. */
export type Fitted = { content: Content; json: string; shown: RowCounts }

/** A value as it leaves: written once, and weighed as the text form has it, JSON within JSON. */
type Piece = { value: unknown; json: string; weight: number }
type List = { pieces: Piece[]; weight: number }

/**
 * Content as it may leave: nothing empty, nothing invisible, texts of at most `most` bytes, and as many rows of
 * each list as there is room for. Longer texts are cut only where a single row would not fit.
 */
export function fit(content: Content, most: number): Fitted {
  for (const length of [most, ...harder.filter((length) => length < most)]) {
    const fitted = shorten(content, length)
    if (fitted) return fitted
  }
  throw new Error('an answer does not fit however short its texts are')
}

/** How many rows of a list have room beside the rest of the content: at least one, if there is any. */
export function fitting(content: Content, list: string): number {
  return fit(content, brief).shown[list] ?? 0
}

/** JSON in which no stored `<` can open or close a mark. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function shorten(content: Content, most: number): Fitted | null {
  const fields = new Map<string, Piece | List>()
  let room = budget
  for (const [name, value] of Object.entries(content)) {
    if (value === null || value === undefined) continue
    const field = Array.isArray(value) ? listOf(name, value, most) : pieceOf(name, value, most)
    fields.set(name, field)
    room -= field.weight + name.length + perList
  }
  return dropRows([...fields.values()].filter(isList), room) ? put(fields) : null
}

// Rows go from the end of whichever list is the heaviest; the last one of a list stays.
function dropRows(lists: List[], free: number): boolean {
  let room = free
  while (room < 0) {
    let heaviest: List | undefined
    for (const list of lists)
      if (list.pieces.length > 1 && list.weight > (heaviest?.weight ?? 0)) heaviest = list
    const dropped = heaviest?.pieces.pop()
    if (!heaviest || !dropped) return false
    heaviest.weight -= dropped.weight
    room += dropped.weight
  }
  return true
}

function put(fields: Map<string, Piece | List>): Fitted {
  const fitted: Fitted = { content: {}, json: '', shown: {} }
  const written: string[] = []
  for (const [name, field] of fields) {
    if (isList(field)) {
      fitted.content[name] = field.pieces.map(({ value }) => value)
      fitted.shown[name] = field.pieces.length
      written.push(`"${name}":[${field.pieces.map(({ json }) => json).join()}]`)
    } else {
      fitted.content[name] = field.value
      written.push(`"${name}":${field.json}`)
    }
  }
  fitted.json = written.join()
  return fitted
}

function listOf(name: string, rows: unknown[], most: number): List {
  const pieces = piecesOf(name, rows, most)
  return { pieces, weight: pieces.reduce((sum, { weight }) => sum + weight, 0) }
}

// What lies beyond the room for everything need not be written at all.
function piecesOf(name: string, rows: unknown[], most: number): Piece[] {
  const pieces: Piece[] = []
  let room = budget
  for (const row of rows) {
    if (room < 0) break
    const piece = pieceOf(name, row, most)
    room -= piece.weight
    pieces.push(piece)
  }
  return pieces
}

function pieceOf(name: string, value: unknown, most: number): Piece {
  const cleaned = clean(value, most, name)
  const json = plainJson(cleaned)
  return { value: cleaned, json, weight: Buffer.byteLength(JSON.stringify(json)) - 1 }
}

function isList(field: Piece | List): field is List {
  return 'pieces' in field
}
