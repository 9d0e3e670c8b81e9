import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { linkLibraries } from '../../../../src/database/embedded/libraries.ts'

let native: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'libraries-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  native = join(folder, 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
})

const list = (target: string) =>
  writeFile(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
  )

it('links the libraries, and leaves existing links alone', async () => {
  await list('native/lib/libpq.so.5')
  expect(linkLibraries(native)).toBe(true)
  expect(await readlink(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect(linkLibraries(native)).toBe(true)
})

it('reports a folder in which no link can be created', async () => {
  await list('native/missing/libpq.so.5')
  expect(linkLibraries(native)).toBe(false)
})

it('needs no list of links', () => {
  expect(linkLibraries(native)).toBe(true)
})
