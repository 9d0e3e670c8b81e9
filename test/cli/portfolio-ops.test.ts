import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import server from '../../agent-configs/server.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { ownDatabase } from './cli.ts'

const contents = ['package.json', 'agent-configs', 'cli', 'http', 'mcp', 'migrations', 'src']
const root = join(import.meta.dirname, '../..')

// The package as npm installs it.
let project: string
let installed: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'portfolio-ops-installed-'))
  installed = join(project, 'node_modules/portfolio-ops')
  await mkdir(installed, { recursive: true })
  for (const name of contents) await cp(join(root, name), join(installed, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'))
})
afterAll(() => rm(project, { recursive: true }))

const run = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(installed, manifest.bin['portfolio-ops']), ...args], {
    cwd: project,
    env: environment,
  })

it('runs below node_modules, without a warning', async () => {
  const { stdout, stderr } = await run({}, '--help')
  expect(stdout).toMatch(/^Usage: portfolio-ops/)
  expect(stderr).toBe('')
  const DATABASE_URL = await ownDatabase()
  const listed = await run({ DATABASE_URL }, 'token', 'list', '--json')
  expect([listed.stdout, listed.stderr]).toEqual(['{"tokens":[]}\n', ''])
})

it('belongs to the package that server.json names', () => {
  expect(manifest.mcpName).toBe(server.name)
  expect(server.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }])
})
