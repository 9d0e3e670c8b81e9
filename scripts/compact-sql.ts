const width = 100

/** Joins the lines of formatted SQL that fit in one: parentheses, a keyword with its only operand, and lists. */
export function compactSql(text: string): string {
  let lines = text.split('\n')
  for (let count = 0; count !== lines.length; ) {
    count = lines.length
    lines = fillLists(joinOperands(joinParentheses(lines)))
  }
  return lines.join('\n')
}

function joinParentheses(lines: string[]): string[] {
  return joinLines(lines, (index) => {
    if (!lines[index]?.endsWith('(')) return 1
    const length = lines.slice(index + 1).findIndex((line) => indentOf(line) <= indentOf(lines[index])) + 2
    return lines[index + length - 1]?.trimStart().startsWith(')') ? length : 1
  })
}

function joinOperands(lines: string[]): string[] {
  return joinLines(lines, (index) => {
    const [line = '', operand, next = ''] = lines.slice(index, index + 3)
    const isOnly =
      operand !== undefined && indentOf(operand) > indentOf(line) && indentOf(next) <= indentOf(line)
    return isOnly && /^ *(select|from|where|limit|order by|group by|having|when|filter) *$/.test(line) ? 2 : 1
  })
}

function fillLists(lines: string[]): string[] {
  return joinLines(lines, (index) => {
    const [line = '', item, next = ''] = lines.slice(index, index + 3)
    const isItem = item !== undefined && indentOf(item) === indentOf(line) && indentOf(next) <= indentOf(item)
    return isItem && line.endsWith(',') && !/^ *\)/.test(line) ? 2 : 1
  })
}

/** Joins as many lines as `lengthAt` returns for their first one, if they fit in one line. */
function joinLines(lines: string[], lengthAt: (index: number) => number): string[] {
  const joined: string[] = []
  for (let index = 0; index < lines.length; ) {
    const length = lengthAt(index)
    const [first = '', ...others] = lines.slice(index, index + length)
    const line = others.reduce((start, other) => join(start, other.trim()), first)
    const fits = length === 1 || line.length <= width
    joined.push(fits ? line : first)
    index += fits ? length : 1
  }
  return joined
}

function join(line: string, other: string): string {
  return line.endsWith('(') || other.startsWith(')') ? line + other : `${line} ${other}`
}

const indentOf = (line = ''): number => line.search(/\S|$/)
