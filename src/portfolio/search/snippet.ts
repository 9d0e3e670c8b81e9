const maxLength = 160
const lengthBefore = 40
// The control characters that PostgreSQL sets around each match. `search_text` leaves none in a text.
export const matchStart = '\u0002'
export const matchEnd = '\u0003'

type Range = { start: number; end: number }

/**
 * A text whose first `titleLength` characters are the title, and the same text as searched, with its matches marked.
 */
type MarkedText = { text: string; marked: string; titleLength: number; last: string | null }

/**
 * Returns about 160 characters of a text around its first match, with each match as `**match**`. A match after the
 * title is preferred. Without any, it returns the beginning of what follows the title.
 */
export function snippetOf({ text, marked, titleLength, last }: MarkedText): string {
  const searched = [...marked.replaceAll(matchStart, '').replaceAll(matchEnd, '')]
  // A character that becomes several, such as a ligature, shifts all others: then the searched text is shown.
  const characters = searched.length === [...text].length ? [...text] : searched
  const ranges = [...markedRanges(marked), ...rangesOfPrefix(searched, last)].toSorted(
    (a, b) => a.start - b.start,
  )
  const first = ranges.find(({ start }) => start >= titleLength) ?? ranges[0]
  const inTitle = first !== undefined && first.start < titleLength
  const lowest = inTitle ? 0 : titleLength
  const highest = inTitle ? titleLength : characters.length
  const start = wordStart(characters, Math.max(lowest, (first?.start ?? 0) - lengthBefore), lowest)
  const end = Math.min(highest, start + maxLength)
  const shown = withMarks(characters, ranges, { start, end }).replace(/\s+/g, ' ').trim()
  return `${start > lowest ? '…' : ''}${shown}${end < highest ? '…' : ''}`
}

function markedRanges(marked: string): Range[] {
  const ranges: Range[] = []
  let index = 0
  let start = 0
  for (const character of marked) {
    if (character === matchStart) start = index
    else if (character === matchEnd) ranges.push({ start, end: index })
    else index++
  }
  return ranges
}

// PostgreSQL marks stems only. A word that begins with the incomplete last word of the search may have another stem.
function rangesOfPrefix(searched: string[], last: string | null): Range[] {
  if (last === null) return []
  const ranges: Range[] = []
  const prefix = [...last]
  for (const [start] of searched.entries()) {
    if (searched[start - 1]?.trim() || !prefix.every((character, at) => searched[start + at] === character))
      continue
    const end = searched.indexOf(' ', start)
    ranges.push({ start, end: end < 0 ? searched.length : end })
  }
  return ranges
}

// Moves the start of a snippet behind the next space, unless that is far away.
function wordStart(characters: string[], start: number, lowest: number): number {
  if (start === lowest) return start
  const space = characters.findIndex((character, index) => index >= start && /\s/.test(character))
  return space >= 0 && space < start + lengthBefore ? space + 1 : start
}

function withMarks(characters: string[], ranges: Range[], { start, end }: Range): string {
  const matched = characters.map(() => false)
  for (const range of ranges) matched.fill(true, range.start, range.end)
  let shown = ''
  for (let index = start; index < end; index++) {
    const isMatched = matched[index] ?? false
    if (isMatched !== (index > start && matched[index - 1] === true)) shown += '**'
    shown += characters[index]
  }
  return end > start && matched[end - 1] ? `${shown}**` : shown
}
