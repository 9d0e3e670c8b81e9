import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
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
  ['migrations/planted-20.ts', '../src/config/config.ts'],
  ['src/access/planted-25.ts', '../journal/save.ts'],
  ['src/journal/planted-26.ts', '../people/user-administration.ts'],
  ['src/portfolio/planted-27.ts', '../people/user-administration.ts'],
  ['src/database/planted-28.ts', '../record/fault.ts'],
  ['src/database/planted-31.ts', '../catalog/record-titles.ts'],
  ['src/backup/planted-48.ts', '../portfolio/kinds.ts'],
  ['src/notifications/planted-49.ts', '../backup/header.ts'],
  ['src/record/planted-32.ts', '../catalog/changed-values.ts'],
  ['src/access/planted-33.ts', '../config/rules.ts'],
  ['src/journal/planted-34.ts', '../catalog/handover.ts'],
  ['src/people/planted-35.ts', '../config/secret-key.ts'],
  ['src/portfolio/planted-40.ts', '../catalog/record-catalog.ts'],
  ['src/catalog/planted-41.ts', '../../http/app.ts'],
  ['src/portfolio/planted-43.ts', '../notifications/delivery/sender.ts'],
  ['src/notifications/planted-44.ts', '../../http/app.ts'],
  ['src/notifications/planted-46.ts', '../catalog/record-catalog.ts'],
  ['src/config/planted-47.ts', '../portfolio/kinds.ts'],
  ['src/portfolio/planted-36.ts', '../config/agent-config.ts'],
  ['src/operations/planted-37.ts', '../config/package.ts'],
  ['src/assistant/planted-38.ts', '../config/rules.ts'],
  ['src/database/planted-39.ts', '../config/config.ts'],
  ['src/metrics/planted-51.ts', '../portfolio/kinds.ts'],
  ['src/metrics/planted-52.ts', '../access/actor.ts'],
  ['src/journal/planted-53.ts', '../metrics/clicks.ts'],
] as const

const allowed = [
  ['src/portfolio/planted-21.ts', '../journal/save.ts'],
  ['src/journal/planted-22.ts', '../record/fault.ts'],
  ['http/portfolio/planted-23.ts', '../../src/portfolio/list.ts'],
  ['http/app.ts', '../mcp/http.ts'],
  ['cli/planted-24.ts', '../http/app.ts'],
  ['src/record/planted-29.ts', '../database/read.ts'],
  ['src/people/planted-30.ts', '../journal/save.ts'],
  ['src/catalog/planted-42.ts', '../portfolio/kinds.ts'],
  ['src/notifications/planted-45.ts', '../portfolio/kinds.ts'],
  ['src/portfolio/planted-54.ts', '../metrics/clicks.ts'],
  ['src/operations/planted-55.ts', '../metrics/clicks.ts'],
  ['src/metrics/planted-56.ts', '../database/statement.ts'],
  ['src/backup/planted-50.ts', '../journal/history.ts'],
] as const

let folder: string
let report: string
// A folder with the rules of this repository and only the planted files.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-biome-'))
  await copyFile('biome.jsonc', join(folder, 'biome.jsonc'))
  for (const [path, module] of [...forbidden, ...allowed]) await plant(path, `import '${module}'\n`)
  report = await lint()
})
afterAll(() => rm(folder, { recursive: true }))

describe('the import rules', () => {
  it.each(forbidden)('reject in %s the import of %s', (path) => {
    expect(report).toContain(path)
  })

  it.each(allowed)('accept in %s the import of %s', (path) => {
    expect(report).not.toContain(path)
  })
})

describe('the folders of src/portfolio', () => {
  it('import each other in circles of at most four', () => {
    const imports = importsOfFolders('src/portfolio')
    const circles = [...imports.keys()].map((folder) =>
      [...reachable(imports, folder)].filter((other) => reachable(imports, other).has(folder)),
    )
    expect(circles.filter((circle) => circle.length > 4)).toEqual([])
  })
})

// Returns the folders, and the files beside them, that each of them imports, also for types alone.
function importsOfFolders(root: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  const folderOf = (path: string) => relative(root, path).split('/')[0] ?? ''
  for (const file of globSync(`${root}/**/*.ts`)) {
    const folder = folderOf(file)
    const known = imports.get(folder) ?? new Set()
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const other = folderOf(join(dirname(file), path))
      if (other !== '..' && other !== folder) known.add(other)
    }
    imports.set(folder, known)
  }
  return imports
}

function reachable(imports: Map<string, Set<string>>, from: string): Set<string> {
  const found = new Set<string>()
  const visit = (folder: string) => {
    for (const other of imports.get(folder) ?? [])
      if (!found.has(other)) {
        found.add(other)
        visit(other)
      }
  }
  visit(from)
  return found
}

async function plant(path: string, source: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), source)
}

// Returns a report that names the files with a rejected import.
function lint(): Promise<string> {
  const options = ['--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none']
  const biome = resolve('node_modules/.bin/biome')
  return new Promise((done) => {
    // The temporary folder is not a Git repository.
    execFile(biome, ['lint', '--vcs-enabled=false', ...options], { cwd: folder }, (_, output) => done(output))
  })
}
