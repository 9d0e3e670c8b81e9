import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const module = join(import.meta.dirname, '../../../../src/database/embedded/cache-folder.ts')

function cacheOf(XDG_CACHE_HOME: string): string {
  const script = `
    const { cacheFolder } = await import(${JSON.stringify(module)})
    console.log(cacheFolder() ?? 'none')`
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME, HOME: '/proc/none' }
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env }).toString().trim()
}

function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  onTestFinished(() => rmSync(created, { recursive: true }))
  return created
}

it('is in a folder that only this user can enter', () => {
  const parent = join(folder(), 'cache')
  expect(cacheOf(parent)).toContain(join(parent, 'portfolio-ops'))
  expect(statSync(join(parent, 'portfolio-ops')).mode & 0o777).toBe(0o700)
  expect(cacheOf(parent)).toContain(join(parent, 'portfolio-ops'))
})

it.each<[string, (parent: string) => void]>([
  ['is open to others', (parent) => mkdirSync(join(parent, 'portfolio-ops'), { mode: 0o755 })],
  [
    'is a link',
    (parent) => {
      mkdirSync(join(parent, 'elsewhere'), { mode: 0o700 })
      symlinkSync(join(parent, 'elsewhere'), join(parent, 'portfolio-ops'))
    },
  ],
  ['is in a folder that others can change', (parent) => chmodSync(parent, 0o777)],
])('is not used if its folder %s', (_, prepare) => {
  const parent = folder()
  prepare(parent)
  expect(cacheOf(parent)).toBe('none')
  if (existsSync(join(parent, 'elsewhere'))) expect(readdirSync(join(parent, 'elsewhere'))).toEqual([])
})

it('is not used without a home directory', () => {
  expect(cacheOf('')).toBe('none')
})
