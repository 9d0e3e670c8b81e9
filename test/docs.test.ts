import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Sentences of the documentation that the code can prove wrong.

const pages = ['AGENTS.md', 'CONTRIBUTING.md', 'README.md', ...globSync('docs/**/*.md'), 'bench/README.md']
const read = (path: string) => readFileSync(path, 'utf8')
const sources = globSync('{src,http,mcp,cli,telemetry,migrations,bench,scripts,test}/**/*.{ts,js,css}')
const code = sources.map(read).join('\n')

const pathOfProject = /^(src|http|mcp|cli|telemetry|migrations|bench|scripts|test)\/[\w./-]+$/
// Values of settings of OpenTelemetry, and names of other programs.
const protocols = ['http/protobuf', 'http/json']
const ofOthers = ['optionalClaims', 'transformMcpContentToParts']

describe.each(pages)('%s', (page) => {
  const terms = termsOf(read(page))

  it('names only files and folders that exist', () => {
    const paths = terms.filter((term) => pathOfProject.test(term) && !protocols.includes(term))
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  it('names only functions, types and settings that occur in the code', () => {
    const names = terms.filter((term) => /^[a-z]+[A-Z]\w+(\(\))?$/.test(term))
    const unknown = names.filter((name) => !code.includes(name.replace('()', '')))
    expect(unknown.filter((name) => !ofOthers.includes(name))).toEqual([])
  })
})

// What a running server deletes by age, and how docs/operations.md calls it.
const deletedByAge: Record<string, string> = {
  deleteExpiredResponses: 'idempotency keys for 24 hours',
  deleteExpiredSessions: 'expired sessions',
  deleteExpiredOAuth: 'expired requests and connections of OAuth',
  deleteExpiredImports: 'uploaded CSV files for a day',
  deleteOldSignIns: 'sign-ins in the history for 90 days',
  deleteOldReviews: 'reviews for 91 days',
  deleteOldDeliveries: 'deliveries for 14 days',
  deleteOldClicks: 'clicks',
}

it('docs/operations.md names all that a running server deletes by age', () => {
  const names = [...read('cli/maintenance.ts').matchAll(/import \{ (delete\w+) \}/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(Object.keys(deletedByAge).toSorted())
  const [paragraph = ''] = /^Only these are deleted by age:.*$/m.exec(read('docs/operations.md')) ?? []
  for (const text of Object.values(deletedByAge)) expect(paragraph).toContain(text)
})

it('decision 16 names all that saves records without the gate', () => {
  const page = read('docs/decisions/0016-one-gate-for-proposals.md')
  const named = [...page.matchAll(/^- .*/gm)].flatMap(([line]) =>
    [...line.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path),
  )
  const savers = globSync('src/{portfolio,catalog}/**/*.ts')
    .filter((path) => /^import (?!type ).* from '.*journal\/(save|upsert|restore)\.ts'$/m.test(read(path)))
    .filter((path) => path !== 'src/portfolio/gate/save.ts')
  expect(savers.filter((path) => !named.some((place) => path.startsWith(place)))).toEqual([])
  expect(named.filter((place) => !savers.some((path) => path.startsWith(place)))).toEqual([])
})

describe('docs/architecture.md', () => {
  const rooms = globSync('src/*/').map((path) => path.replace(/^src\//, ''))
  const [, table = ''] = read('docs/architecture.md').split('## Imports')
  const rows = [...table.matchAll(/^\| (`src\/[^|]*) \| ([^|]*) \|$/gm)].map(([, folders = '', may = '']) => {
    const names = termsOf(may)
    const allowed = /every folder/.test(may) ? rooms.filter((room) => !names.includes(room)) : names
    return { folders: termsOf(folders), allowed: allowed.filter((name) => rooms.includes(name)) }
  })

  it.each(rooms)('says of src/%s in one row what it may import, as the code does', (room) => {
    const own = rows.filter(({ folders }) => folders.includes(`src/${room}`))
    expect(own).toHaveLength(1)
    const imported = globSync(`src/${room}/**/*.ts`).flatMap((path) =>
      [...read(path).matchAll(/from '((?:\.\.\/)+)([\w-]+)\//g)]
        .filter(([, up = '']) => path.split('/').length === up.length / 3 + 2)
        .map(([, , name = '']) => name),
    )
    expect(imported.filter((name) => name !== room && !own[0]?.allowed.includes(name))).toEqual([])
  })
})

function termsOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, term = '']) => term)
}
