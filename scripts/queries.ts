import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'sql-formatter'
import { type Declaration, declarationChannel } from '../src/database/statement.ts'
import { compactSql } from './compact-sql.ts'

// Writes every statement of src to queries/<folder>.sql. With --check it writes nothing, and fails if a file is outdated.

const root = join(import.meta.dirname, '..')
const sources = join(root, 'src')

type Place = { file: string; line: number; column: number }
type Declared = Declaration & { places: Place[] }

/** Imports every module of src and returns the statements that they declare, in the order of the sources. */
async function declaredStatements(): Promise<Declared[]> {
  const declared: Declared[] = []
  Error.stackTraceLimit = 50
  declarationChannel.subscribe((declaration) => {
    declared.push({ ...(declaration as Declaration), places: placesOf(new Error().stack ?? '') })
  })
  for (const file of globSync('**/*.ts', { cwd: sources }).toSorted()) await import(join(sources, file))
  return declared.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

/** Returns the places in src on a stack, from the module that declares a statement to the call of `statement`. */
function placesOf(stack: string): Place[] {
  const frames = [...stack.matchAll(/(file:\/\/\S+?):(\d+):(\d+)/g)].map(([, url = '', line, column]) => ({
    file: relative(sources, fileURLToPath(url)),
    line: Number(line),
    column: Number(column),
  }))
  return frames.filter(({ file }) => !file.startsWith('..') && file !== 'database/statement.ts').toReversed()
}

function sortKey({ places }: Declared): string {
  return places.map(({ file, line }) => `${file}:${String(line).padStart(5, '0')}`).join()
}

/** Returns the names that the first and the last of these places have in their sources. */
function nameOf(places: Place[]): string {
  const names = places.map(({ file, line, column }) => {
    const before =
      readFileSync(join(sources, file), 'utf8')
        .split('\n')
        [line - 1]?.slice(0, column - 1) ?? ''
    const [, names, name] = /(?:const \{ ([\w, ]+) \}|(\w+)(?:: \w+)?) ?[=:] $/.exec(before) ?? []
    return names ?? name
  })
  const [first, ...inner] = names.filter((name) => name !== undefined)
  return [first, ...inner.slice(-1)].join(': ')
}

// The SQL depends on which values are defined, so it is shown without values and with all of them. These are always
// defined, because the SQL contains them.
const always: Record<string, unknown> = { fetch: 51, limit: 5, texts: 2, kinds: 'signal,task' }

// Values that are not `true` where all are defined. The order, the fields and the offset of a list are left out: they
// only wrap its SELECT.
const special = {
  placed: 'signal',
  placedCount: 1,
  by: 'application',
  sort: undefined,
  fields: undefined,
  offset: undefined,
}

/** Returns the SQL of a statement without values and, if that differs, with all values. */
function shapesOf({ build }: Declared): { title: string; text: string }[] {
  const without = compile(build, () => undefined)
  const full = compile(build, (name) => (name in special ? special[name as keyof typeof special] : true))
  if (without === full) return [{ title: '', text: full }]
  return [
    { title: ', without filters', text: without },
    { title: ', with all filters', text: full },
  ]
}

function compile(build: Declaration['build'], optional: (name: string) => unknown): string {
  const value = (name: string | symbol) => always[String(name)] ?? optional(String(name))
  const values = new Proxy({}, { get: (_, name) => value(name), has: (_, name) => value(name) !== undefined })
  const { sql, parameters } = build(values).compile()
  const formatted = format(sql, { language: 'postgresql', keywordCase: 'lower', expressionWidth: 100 })
  return compactSql(formatted).replace(/\$(\d+)/g, (_, number) => shownParameter(parameters[number - 1]))
}

/** Returns the name of a parameter, as psql writes a variable, or a constant as SQL. */
function shownParameter(parameter: unknown): string {
  if (typeof parameter === 'string') return `'${parameter}'`
  if (Array.isArray(parameter)) return `'{${parameter}}'`
  return typeof parameter === 'object' && parameter !== null && 'name' in parameter
    ? `:${parameter.name}`
    : String(parameter)
}

const files = new Map<string, string>()
for (const statement of await declaredStatements()) {
  const [first] = statement.places
  if (!first) throw new Error('A statement is declared outside src.')
  const file = `${dirname(first.file)}.sql`
  const heading = `${first.file}: ${nameOf(statement.places)}`
  const shapes = shapesOf(statement).map(({ title, text }) => `-- ${heading}${title}\n${text};\n`)
  files.set(file, [files.get(file), ...shapes].filter((text) => text !== undefined).join('\n'))
}

const folder = join(root, 'queries')
const stored = globSync('**/*.sql', { cwd: folder })
const outdated = [...files.keys(), ...stored].filter(
  (file) => !stored.includes(file) || readFileSync(join(folder, file), 'utf8') !== files.get(file),
)
if (process.argv.includes('--check')) {
  if (outdated.length > 0) {
    console.error(`Outdated: ${[...new Set(outdated)].toSorted().join(', ')}. Run "npm run queries".`)
    process.exitCode = 1
  }
} else {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}
