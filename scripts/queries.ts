import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'sql-formatter'
import { type Declaration, statements } from '../src/database/statement.ts'
import { db } from '../src/database/tables.ts'

// Writes every statement with its example to queries/<first part of its name>.sql. With --check it writes nothing, and
// fails if a file is outdated.

const root = join(import.meta.dirname, '..')
const folder = join(root, 'queries')
const width = 150

// These are declared for every list or kind, and differ by its table and columns. They are shown for one of them.
const ofEveryKind = ['count', 'one', 'one_by_slug', 'by_name', 'similar', 'deliveries', 'first_delivery']

for (const file of globSync('src/**/*.ts', { cwd: root })) await import(join(root, file))

const declared = [...statements].map(([name, statement]) => ({
  name,
  part: name.split('.')[1] ?? '',
  statement,
}))
const shown = declared
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  .filter(
    ({ part }, index, all) =>
      !ofEveryKind.includes(part) || all.findIndex((other) => other.part === part) === index,
  )
const files = new Map(
  [...Map.groupBy(shown, ({ name }) => name.split('.')[0] ?? '')].map(([file, statements]) => [
    file,
    statements.map(({ name, statement }) => `-- ${name}\n${sqlOf(statement)};\n`).join('\n'),
  ]),
)

const stored = globSync('*.sql', { cwd: folder }).map((file) => file.replace('.sql', ''))
const isOutdated = (file: string) =>
  !stored.includes(file) || readFileSync(pathOf(file), 'utf8') !== files.get(file)
const outdated = [...new Set([...files.keys(), ...stored])].filter(isOutdated)
if (!process.argv.includes('--check')) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, text] of files) writeFileSync(pathOf(file), text)
} else if (outdated.length > 0) {
  console.error(`Outdated: ${outdated.toSorted().join(', ')}. Run "npm run queries".`)
  process.exitCode = 1
}

function pathOf(file: string): string {
  return join(folder, `${file}.sql`)
}

function sqlOf({ build, example }: Declaration): string {
  const { sql, parameters } = build(example as never).compile(db)
  const formatted = format(sql, { language: 'postgresql', keywordCase: 'lower', expressionWidth: width })
  return compact(formatted).replace(/\$(\d+)/g, (_, number) => shownParameter(parameters[number - 1]))
}

/** Returns the name of a parameter, as psql writes a variable, or a constant as SQL. */
function shownParameter(parameter: unknown): string {
  if (typeof parameter === 'string') return `'${parameter}'`
  if (Array.isArray(parameter)) return `'{${parameter}}'`
  const isNamed = typeof parameter === 'object' && parameter !== null && 'name' in parameter
  return isNamed ? `:${parameter.name}` : String(parameter)
}

/** Joins the lines of formatted SQL that fit in one: parentheses, a keyword with its operands, and lists. */
function compact(text: string): string {
  let lines = text.split('\n')
  for (let count = 0; count !== lines.length; ) {
    count = lines.length
    lines = fillLists(joinOperands(joinParentheses(lines)))
  }
  return joinLines(lines, (index) => (startsClause(lines[index]) ? 2 : 1)).join('\n')
}

// A clause that takes several lines begins in that of its keyword.
function startsClause(line = ''): boolean {
  return /^ *(with|insert into|set|values|from|where|order by|group by|having) *$/.test(line)
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
    const [line = '', ...others] = [...lines.slice(index), '']
    if (!/^ *(with|select|from|where|limit|order by|group by|having|case|when|filter) *$/.test(line)) return 1
    const length = others.findIndex((other) => indentOf(other) <= indentOf(line)) + 1
    return others[length - 1]?.trim().startsWith('end') ? length + 1 : length
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
    const line = others.reduce((start, other) => joinTwo(start, other.trim()), first)
    const fits = length === 1 || line.length <= width
    joined.push(fits ? line : first)
    index += fits ? length : 1
  }
  return joined
}

function joinTwo(line: string, other: string): string {
  return line.endsWith('(') || other.startsWith(')') ? line + other : `${line} ${other}`
}

function indentOf(line = ''): number {
  return line.search(/\S|$/)
}
