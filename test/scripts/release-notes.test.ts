import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../support/program.ts'

const script = join(import.meta.dirname, '../../scripts/release-notes.ts')

const changelog = `# Changelog

All changes.

## 1.10.0 (unreleased)

- To come.

## 1.1.0 (2026-11-30)

- Second.
  More of it.

## 1.0.0 (2026-11-01)

- First.
`

async function notesOf(tag: string, version = '1.1.0') {
  const cwd = mkdtempSync(join(tmpdir(), 'portfolio-ops-notes-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }))
  writeFileSync(join(cwd, 'CHANGELOG.md'), changelog)
  return run(process.execPath, [script, tag], { cwd, env: {} })
}

it('prints the section of the version', async () => {
  expect(await notesOf('v1.1.0')).toEqual({ code: 0, output: '- Second.\n  More of it.\n' })
  expect(await notesOf('v1.0.0', '1.0.0')).toEqual({ code: 0, output: '- First.\n' })
})

it.each([
  ['v1.2.0', '1.1.0', 'The tag v1.2.0 is not that of version 1.1.0 in package.json.'],
  ['v1.2.0', '1.2.0', 'CHANGELOG.md has no section about 1.2.0.'],
  ['v1.10.0', '1.10.0', 'CHANGELOG.md has no day of release of 1.10.0.'],
])('fails for %s of version %s', async (tag, version, error) => {
  const { code, output } = await notesOf(tag, version)
  expect(code).toBe(1)
  expect(output).toContain(error)
})
