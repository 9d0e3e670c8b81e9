import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')
const files = ['agent-configs/server.json', 'Dockerfile', 'compose.yaml', 'docs/coolify.yaml']

async function setVersion(version: string, changelog: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'portfolio-ops-version-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const path of files) cpSync(join(root, path), join(cwd, path))
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }))
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog)
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  return { ...(await run(process.execPath, [join(root, 'scripts/set-version.ts')], { cwd, env: {} })), read }
}

it('writes the version wherever it stands, and the day', async () => {
  const { code, read } = await setVersion('7.8.9', '# Changelog\n\n## 7.8.9 (unreleased)\n\n- New.\n')
  expect(code).toBe(0)
  const { version, packages } = JSON.parse(read('agent-configs/server.json'))
  expect([version, packages[0].version]).toEqual(['7.8.9', '7.8.9'])
  expect(packages[1].identifier).toMatch(/:7\.8\.9$/)
  expect(read('Dockerfile')).toContain('ARG VERSION=7.8.9\n')
  for (const path of ['compose.yaml', 'docs/coolify.yaml'])
    expect(read(path)).toContain('image: ghcr.io/portfolio-ops/portfolio-ops:7.8.9\n')
  expect(read('CHANGELOG.md')).toMatch(/^## 7\.8\.9 \(\d{4}-\d\d-\d\d\)$/m)
})

it('fails if the changelog has no section about the version', async () => {
  const { code, output } = await setVersion('7.8.9', '# Changelog\n\n## 7.8.8 (unreleased)\n')
  expect(code).toBe(1)
  expect(output).toContain('CHANGELOG.md has no section "## 7.8.9 (unreleased)".')
})
