import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const forbidden = [
  ['src/portfolio/planted-1.ts', 'fastify'],
  ['src/record/planted-2.ts', 'fastify'],
  ['src/journal/planted-3.ts', '@modelcontextprotocol/server'],
  ['src/portfolio/planted-4.ts', '../../http/app.ts'],
  ['src/portfolio/planted-5.ts', '../operations/dashboard.ts'],
  ['src/operations/planted-6.ts', '../portfolio/list.ts'],
  ['src/assistant/planted-7.ts', '../portfolio/list.ts'],
  ['src/journal/planted-8.ts', '../portfolio/list.ts'],
  ['src/access/planted-9.ts', '../portfolio/list.ts'],
  ['src/record/planted-10.ts', '../access/actor.ts'],
  ['src/database/planted-11.ts', '../journal/feed.ts'],
  ['http/portfolio/planted-12.ts', '@mikro-orm/core'],
  ['http/portfolio/planted-13.ts', 'kysely'],
  ['http/portfolio/planted-14.ts', '../operations/index.ts'],
  ['http/operations/planted-15.ts', '../portfolio/index.ts'],
  ['http/planted-16.ts', '../cli/main.ts'],
  ['mcp/planted-17.ts', '../http/app.ts'],
  ['mcp/planted-18.ts', 'kysely'],
  ['cli/planted-19.ts', 'kysely'],
  ['migrations/planted-20.ts', '../src/config.ts'],
] as const

const allowed = [
  ['src/portfolio/planted-21.ts', '../journal/save.ts'],
  ['src/journal/planted-22.ts', '../record/fault.ts'],
  ['http/portfolio/planted-23.ts', '../../src/portfolio/list.ts'],
  ['http/app.ts', '../mcp/http.ts'],
  ['cli/planted-24.ts', '../http/app.ts'],
] as const

let house: string
let found: string
// A house with our rules and nothing in it but what is planted.
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'portfolio-ops-walls-'))
  const rules = JSON.parse(await readFile('biome.json', 'utf8'))
  await writeFile(join(house, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }))
  for (const [path, module] of [...forbidden, ...allowed]) await plant(path, `import '${module}'\n`)
  found = await lint()
})
afterAll(() => rm(house, { recursive: true }))

describe('the walls between the rooms', () => {
  it.each(forbidden)('%s may not import %s', (path) => {
    expect(found).toContain(path)
  })

  it.each(allowed)('%s may import %s', (path) => {
    expect(found).not.toContain(path)
  })
})

async function plant(path: string, source: string): Promise<void> {
  await mkdir(dirname(join(house, path)), { recursive: true })
  await writeFile(join(house, path), source)
}

// The files in which an import was refused.
function lint(): Promise<string> {
  const rule = '--only=style/noRestrictedImports'
  const biome = resolve('node_modules/.bin/biome')
  return new Promise((done) => {
    execFile(
      biome,
      ['lint', rule, '--reporter=github', '--max-diagnostics=none'],
      { cwd: house },
      (_, output) => done(output),
    )
  })
}
