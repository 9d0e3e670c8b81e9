import { globSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync, type TemplateLiteral, Visitor } from 'oxc-parser'
import { en } from '../src/language/en/index.ts'
import { type Language, languages, localeOf } from '../src/language/languages.ts'
import { ru } from '../src/language/ru/index.ts'

// Prints every text that is not as the web interface needs it, and fails if there is one: `npm run check`.

type Catalog = Record<string, Record<string, string>>
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

// The names of what is written in Latin letters in every language.
const terms =
  /\b(API|Bundle ID|CEL|CSV|HTTP|ID|IP|LLM|MCP|Mac OS Roman|OAuth|OpenID|PUBLIC_URL|Package ID|ROI|SMTP|URL|UTC|portfolio-ops|[Ss]lug|Telegram|Slack|Ctrl|Enter|Escape|Shift)\b/g

/** Returns what is wrong with the texts of a language, beside the English ones. */
export function catalogFaults(language: Language, catalog: Catalog, english: Catalog = en): string[] {
  return Object.entries(catalog).flatMap(([page, texts]) =>
    Object.entries(texts).flatMap(([name, text]) => {
      const original = english[page]?.[name] ?? ''
      const parts = partsOf(text, language)
      const named = namesIn(parts)
      const expected = namesIn(partsOf(original, 'en'))
      const faults = [
        ...pluralFaults(parts, language),
        ...(named.join() === expected.join() ? [] : [`has the arguments ${named}, not ${expected}`]),
        ...(language === 'ru' ? russianFaults(text) : []),
      ]
      return faults.map((fault) => `${language} ${page}.${name} ${fault}: ${text}`)
    }),
  )
}

function pluralFaults(parts: readonly Part[], language: Language): string[] {
  const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions()
  return parts.flatMap((part) => {
    if (!('pluralType' in part)) return []
    const missing = rules.pluralCategories.filter((form) => !(form in part.options))
    return missing.length === 0 ? [] : [`lacks the plural ${missing.join(', ')}`]
  })
}

function russianFaults(text: string): string[] {
  const words = text.replaceAll(/\{\w+[^{}]*\}|<\/?\w+>/g, '').replaceAll(terms, '')
  return [
    ...(/[a-z]{2}/i.test(words) && !/[а-яё]/i.test(text) ? ['is not translated'] : []),
    ...(/["“”]/.test(text.replaceAll(/'[^']*"|"[^"]*'/g, ''))
      ? ['has quotation marks of another language']
      : []),
    ...(/ - |--/.test(text) ? ['has a hyphen in place of a dash'] : []),
    ...(/\{\w*[dD]ay\}\./.test(text) ? ['has two full stops after a day'] : []),
  ]
}

// Every part of a message that is not plain text, nested ones too.
function partsOf(text: string, language: Language): Part[] {
  const nested = (parts: readonly Part[]): Part[] =>
    parts.flatMap((part) => [
      ...('value' in part && !isText(part) ? [part] : []),
      ...('options' in part ? Object.values(part.options).flatMap(({ value }) => nested(value)) : []),
      ...('children' in part ? nested(part.children) : []),
    ])
  return nested(new IntlMessageFormat(text, localeOf(language)).getAst())
}

// Arguments that are words of a sentence, which another language may say otherwise.
const words = ['event', 'kind', 'least', 'opposite', 'status']

function namesIn(parts: readonly Part[]): string[] {
  return [...new Set(parts.map(nameOf))].filter((name) => !words.includes(name)).sort()
}

const isText = ({ type }: Part) => type === 0
const nameOf = (part: Part) => ('value' in part ? part.value : '')

/** Returns the keys of the catalogs that no source contains. `recordPhrase` takes the last part of its keys. */
export function unusedKeys(catalog: Catalog, sources: readonly string[]): string[] {
  const source = sources.join('\n')
  // Of a kind of record only the name of a text is written: recordText(pages, 'count'), `${texts}.revoked`.
  const ofKinds = [/record(?:Text|Phrase)\([^()]*, '(\w+)'/g, /`\$\{\w+\}\.(\w+)`/g]
  const namesOfKinds = new Set(
    ofKinds.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name)),
  )
  const isKind = (page: string) => source.includes(`'${page}'`)
  const used = new Set([...source.matchAll(/'(\w+\.\w+)'/g)].map(([, key]) => key))
  // A key with a variable part, as in `layout.${group}`, counts for every key that it may be.
  const variable = [...source.matchAll(/`(\w+\.\w*)\$\{[^{}]*\}(\w*)`/g)].map(
    ([, start, end]) => new RegExp(`^${start}\\w+${end}$`),
  )
  const isUsed = (key: string) => used.has(key) || variable.some((pattern) => pattern.test(key))
  return Object.entries(catalog).flatMap(([page, texts]) =>
    Object.keys(texts)
      .filter((name) => !isUsed(`${page}.${name}`) && !(namesOfKinds.has(name) && isKind(page)))
      // The label of a field is found by its name, and a script in the browser by the object `texts`.
      .filter((name) => page !== 'field' || !new RegExp(`\\b${name}\\b`).test(source))
      .filter((name) => page !== 'scripts' || !new RegExp(`\\btexts\\.${name}\\b`).test(source))
      .map((name) => `${page}.${name} is not used`),
  )
}

// Names of programs and of the values of other programs.
const names = new Set([
  'Settings > Connectors > Add custom connector',
  'Chrome',
  'Edg',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'Android',
  'Linux',
  'Macintosh',
  'Windows',
  'Version',
])

const shownAttributes = /\s(?:aria-label|title|placeholder|alt|label)="([^"]*)"/g
const unshown = /<(code|pre|kbd|var)\b[^>]*>[^<]*<\/\1>|<!--[\s\S]*?-->/g

/** Returns the words that a source contains in a template of markup, where they have one language only. */
export function literalTexts(path: string, source: string): string[] {
  const found: string[] = []
  const check = ({ quasis }: TemplateLiteral) => {
    const markup = quasis.map(({ value }) => value.raw).join('\0')
    const attributes = [...markup.matchAll(shownAttributes)].map(([, text = '']) => text)
    const texts = markup
      .replaceAll(unshown, ' ')
      .replaceAll(/<\/?[a-z!\0][^>]*>/gi, ' ')
      .split('\0')
    for (const text of [...attributes, ...texts])
      if (/\p{L}{2}/u.test(text.replaceAll(terms, '')))
        found.push(`${path} has a literal text: ${text.trim().replaceAll(/\s+/g, ' ')}`)
  }
  // For programs, or in every language beside each other.
  const exempt: [start: number, end: number][] = []
  const checkString = (text: string, start: number) => {
    if (exempt.some(([from, to]) => start > from && start < to) || /[а-яё]/i.test(text)) return
    if (/^\p{Lu}\p{Ll}+(?![-\w:])|^\p{L}+ \p{L}+.*[.?!:]$/u.test(text) && !names.has(text))
      found.push(`${path} has a literal text: ${text}`)
  }
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 'html') check(quasi)
    },
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name === 'Error') exempt.push([start, end])
    },
    CallExpression: ({ callee, end }) => {
      if (
        /(?:^|\.)(?:describe|register|inEach|super|warn|error)$/.test(source.slice(callee.start, callee.end))
      )
        exempt.push([callee.end, end])
    },
    TemplateLiteral: ({ quasis: [first], start }) => checkString(first?.value.raw ?? '', start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') checkString(value, start)
    },
  }).visit(parseSync(path, source).program)
  return found
}

function sourcesOf(pattern: string): [path: string, source: string][] {
  return globSync(pattern)
    .filter((path) => !path.startsWith('src/language/'))
    .map((path) => [path, readFileSync(path, 'utf8')])
}

if (import.meta.main) {
  const catalogs: Record<Language, Catalog> = { en, ru }
  const sources = sourcesOf('{src,http,cli,mcp}/**/*.{ts,js}')
  const faults = [
    ...Object.keys(languages).flatMap((language) =>
      catalogFaults(language as Language, catalogs[language as Language]),
    ),
    ...unusedKeys(
      en,
      sources.map(([, source]) => source),
    ),
    ...sourcesOf('http/admin/**/*.ts').flatMap(([path, source]) => literalTexts(path, source)),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
