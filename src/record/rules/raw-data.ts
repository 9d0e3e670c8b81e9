const minLines = 20
const minObjects = 10
const delimiters = [',', ';', '\t', '|']

/**
 * Returns whether a text contains raw data: twenty lines in a row with the same number of delimited fields, or a JSON
 * array of ten objects.
 */
export function containsRawData(text: string): boolean {
  return hasDelimitedLines(text) || hasArrayOfObjects(text)
}

const listItem = /^\s*(?:[-*+•–—]|\d{1,9}[.)])\s/
const quoted = /"[^"]*"/g

function hasDelimitedLines(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (lines.length < minLines) return false
  const counted = lines.map((line) => (listItem.test(line) ? '' : line.replace(quoted, '')))
  return delimiters.some((delimiter) => {
    let [fields, length] = [0, 0]
    return counted.some((line) => {
      const current = line.split(delimiter).length
      length = current === fields ? length + 1 : 1
      fields = current
      return fields >= 2 && length >= minLines
    })
  })
}

// Reads brackets and strings only, in one pass. A bracket that is followed by words is not JSON.
function hasArrayOfObjects(text: string): boolean {
  // For each open bracket: the objects in an array, or NaN for an object.
  let open: number[] = []
  for (let index = text.indexOf('['); index >= 0 && index < text.length; index++) {
    const character = text[index] as string
    const objects = open.at(-1)
    if (character === '[') open.push(0)
    else if (objects === undefined || /[\s,]/.test(character)) continue
    else if (character === ']' || character === '}') open.pop()
    else if (character === '{') {
      if (objects + 1 === minObjects) return true
      open[open.length - 1] = objects + 1
      open.push(Number.NaN)
    } else if (character === '"' && open.length > 1) index = endOfString(text, index)
    else if (!Number.isNaN(objects)) {
      if (open.length === 1) open = []
      else open[open.length - 1] = Number.NEGATIVE_INFINITY
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
