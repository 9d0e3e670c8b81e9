import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { createContext, Script } from 'node:vm'
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { attacksOn } from './support/regex-attacks.ts'

const maxLength = 50_000
// In milliseconds. A linear expression takes less than 1 ms for the longest text, a quadratic one more than a second.
const timeout = 250

// Expressions that do not take linear time, and the length of the longest text that they are applied to.
const bounded = new Map([
  // A slug has at most 100 characters.
  [String.raw`/(-\d+)+$/`, 100],
  // A URL has at most 500 characters.
  [
    String.raw`/^(?:geo\.)?(?:apps|itunes)\.apple\.com\/(?:[^?#]*\/)?app\/(?:[^?#]*\/)?id(\d+)(?=[/?#]|$)/`,
    500,
  ],
  [
    String.raw`/^(?:apps\.)?microsoft\.com\/(?:[^?#]*\/)?(?:detail|p|store\/apps|store\/productid)\/(?:[^?#]*\/)?([0-9a-z]{12,14})(?=[/?#]|$)/i`,
    500,
  ],
  // Only the first 200 characters of a token from the environment are searched for repetitions.
  [String.raw`/(.+?)(?:[^a-z0-9]*\1)+/gi`, 200],
])

// Examples of the expressions that are built at run time, by their file, in the order of their code.
const built: Record<string, [example: RegExp, maxLength?: number][]> = {
  'http/answers/not-found.ts': [[/^\/api\/portfolio\/products\/[^/]+\/history\/[^/]+$/]],
  // A stored User-Agent header has at most 255 characters.
  'http/admin/pages/browser-name.ts': [[/Chrome\w*\/(\d+)/, 255]],
  'http/admin/pages/search.ts': [[/(scanner pro|scanner|pro|(?<![\p{L}\p{Nd}])scann[её]r[\p{L}\p{Nd}]*)/iu]],
  'src/record/database-fault.ts': [[/Connection terminated|not currently accepting connections/]],
  // At most 4,000 characters of a message are searched for the value that was sent.
  'src/journal/request-log/logged-errors.ts': [[/(?<![\p{L}\p{N}])scanner(?![\p{L}\p{N}])/giu, 4000]],
  'src/portfolio/batch/unstored.ts': [[/\b(canon rule) 345\b/gi]],
  'src/config/placeholder.ts': [[/(?<![a-z0-9])\d*(?=[a-z]{4})(?:(?:change|me|example)\d*)+(?![a-z0-9])/i]],
  // The alternatives are literals, each of which is tried by itself too.
  'src/record/rules/find-credential.ts': [[/\bxai-[0-9A-Za-z]{70}|\bsk\.eyJ[\w-]{20,400}\.[\w-]{20}/]],
  'src/record/token-format.ts': [[/(ops|llm|pft|cal)_[0-9A-Za-z]{36}/g], [/^pft_[0-9A-Za-z]{36}$/]],
}

type Found = { file: string; source: string }

const literals = new Map<string, Found & { pattern: RegExp }>()
const constructed: Found[] = []
for (const path of globSync('{src,http,mcp,cli,telemetry}/**/*.{ts,js}')) {
  const [text, file] = [readFileSync(path, 'utf8'), path.replaceAll(sep, '/')]
  const addConstructed = ({ callee, start, end }: CallExpression | NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      constructed.push({ file, source: text.slice(start, end) })
  }
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const pattern = new RegExp(node.regex.pattern, node.regex.flags)
      literals.set(String(pattern), { file, source: String(pattern), pattern })
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
  })
  visitor.visit(parseSync(path, text).program)
}

describe('a regular expression', () => {
  it.each([...literals.values()])(
    'takes linear time for any text: $source in $file',
    ({ source, pattern }) => {
      expect(slowAttack(pattern, bounded.get(source))).toBeUndefined()
    },
  )

  it('has an example here if it is built at run time', () => {
    const inFiles = Object.groupBy(constructed, ({ file }) => file)
    const counts = Object.entries(inFiles).map(([file, found]) => [file, found?.length])
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(Object.entries(built).map(([file, examples]) => [file, examples.length])),
    )
  })

  it.each(Object.entries(built))('takes linear time for any text if it is built in %s', (_, examples) => {
    for (const [example, length] of examples) expect(slowAttack(example, length)).toBeUndefined()
  })

  it.each([...bounded.keys()])('is listed as bounded only if it is in a file: %s', (source) => {
    expect([...literals.keys()]).toContain(source)
  })

  it('is found to be slow', () => {
    // Each takes quadratic time or more: in the search for its start, in a repetition, or in two that overlap. The
    // longer text takes it over the limit on a fast machine too.
    const slow = [/\s+$/, /^(.*?)[\s#]*(\d+)$/, /^([A-Z]\S* ?)+$/, /\(alias: .*\)$/, /(-\d+)+$/, /^a.*b.*c/]
    for (const pattern of slow) expect(slowAttack(pattern, 4 * maxLength), String(pattern)).toBeDefined()
  })
})

// Returns the text that an expression takes too long for, if there is one.
function slowAttack(pattern: RegExp, length = maxLength): string | undefined {
  const context = createContext({ pattern, text: '' })
  const run = new Script(pattern.global ? 'text.replace(pattern, "")' : 'pattern.exec(text)')
  for (const text of attacksOn(pattern, length)) {
    context.text = text
    try {
      run.runInContext(context, { timeout })
    } catch {
      return `${JSON.stringify(text.slice(0, 60))}… of ${length} characters`
    }
  }
  return undefined
}
