import { timeSlice } from '../src/record/time-slice.ts'

const maxDepth = 32
// Inherited by every object: a key of this name can change a prototype when the body is copied or merged.
const forbiddenKeys = ['__proto__', 'constructor']
// Characters to parse at once. For some texts, such as many objects with different keys, JSON.parse takes 20 ms
// per 100 kB.
const maxPieceLength = 16 * 1024

type Pause = ReturnType<typeof timeSlice>

/**
 * Parses JSON like JSON.parse, but piece by piece, so that the process can serve other requests in between.
 * Throws if the text is invalid, is nested more than 32 levels deep, or has a key that can change a prototype.
 */
export function parseJson(text: string): Promise<unknown> {
  return parseValue(text, 1, timeSlice())
}

async function parseValue(text: string, level: number, pause: Pause): Promise<unknown> {
  const start = skipSpace(text, 0)
  const isObject = text[start] === '{'
  if (text.length <= maxPieceLength || (!isObject && text[start] !== '[')) return parsePiece(text, level)
  const end = lastCharacter(text)
  if (level > maxDepth || text[end] !== (isObject ? '}' : ']')) throw new SyntaxError()
  // Each level of nesting scans its part of the text again, so each of them pauses first.
  await pause()
  return isObject
    ? parseObject(text, start + 1, end, level, pause)
    : parseArray(text, start + 1, end, level, pause)
}

async function parseArray(text: string, start: number, end: number, level: number, pause: Pause) {
  const array: unknown[] = []
  for (const { from, to, isLong } of pieces(text, start, end)) {
    const piece = text.slice(from, to)
    const items = isLong ? [await parseValue(piece, level + 1, pause)] : parsePiece(`[${piece}]`, level)
    // An empty piece is the place before or after a comma that does not belong there.
    if ((items as unknown[]).length === 0) throw new SyntaxError()
    array.push(...(items as unknown[]))
    await pause()
  }
  return array
}

async function parseObject(text: string, start: number, end: number, level: number, pause: Pause) {
  const object: Record<string, unknown> = {}
  for (const { from, to, isLong } of pieces(text, start, end)) {
    const colon = isLong ? endOfKey(text, from) : to
    // For a long member, the key is parsed with null in place of the value.
    const members = parsePiece(`{${text.slice(from, colon)}${isLong ? ':null' : ''}}`, level) as typeof object
    const [key] = Object.keys(members)
    if (key === undefined) throw new SyntaxError()
    if (isLong) members[key] = await parseValue(text.slice(colon + 1, to), level + 1, pause)
    Object.assign(object, members)
    await pause()
  }
  return object
}

// Splits the members of a container at commas, into pieces to parse on their own: one long member, or several
// members. If the text is invalid, at least one of the pieces is.
function* pieces(text: string, start: number, end: number) {
  if (skipSpace(text, start) === end) return
  let from = start
  let memberStart = start
  while (memberStart <= end) {
    const to = endOfMember(text, memberStart, end)
    const isLong = to - memberStart > maxPieceLength
    if (isLong) {
      if (memberStart > from) yield { from, to: memberStart - 1, isLong: false }
      yield { from: memberStart, to, isLong }
    } else if (to - from > maxPieceLength || to === end) yield { from, to, isLong }
    memberStart = to + 1
    if (isLong || to - from > maxPieceLength) from = memberStart
  }
}

// Returns the index of the comma after the member, or `end`.
function endOfMember(text: string, start: number, end: number): number {
  let depth = 0
  for (let index = start; index < end; index += 1) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ',' && depth === 0) return index
  }
  return end
}

// Returns the index of the colon after the key.
function endOfKey(text: string, start: number): number {
  const quote = skipSpace(text, start)
  const colon = text[quote] === '"' ? skipSpace(text, endOfString(text, quote) + 1) : quote
  if (text[colon] !== ':') throw new SyntaxError()
  return colon
}

// Returns the index of the closing quote, or the length of the text.
function endOfString(text: string, openingQuote: number): number {
  let quote = openingQuote
  let backslashes: number
  do {
    quote = text.indexOf('"', quote + 1)
    if (quote < 0) return text.length
    backslashes = 0
    while (text[quote - backslashes - 1] === '\\') backslashes += 1
  } while (backslashes % 2 === 1)
  return quote
}

function skipSpace(text: string, start: number): number {
  let index = start
  while (isSpace(text[index])) index += 1
  return index
}

function lastCharacter(text: string): number {
  let index = text.length - 1
  while (isSpace(text[index])) index -= 1
  return index
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function parsePiece(json: string, level: number): unknown {
  const value: unknown = JSON.parse(json)
  if (!isSafe(value, level)) throw new SyntaxError()
  return value
}

// Stops at the maximum depth, since recursion into a deeper value could overflow the stack.
function isSafe(value: unknown, level: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (level > maxDepth || forbiddenKeys.some((key) => Object.hasOwn(value, key))) return false
  return Object.values(value).every((child) => isSafe(child, level + 1))
}
