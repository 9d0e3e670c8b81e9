import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

test('is created again after a creation that was killed', async () => {
  const creating = world.launch()
  while ((await readdir(world.dataDir)).length === 0) await sleep(20)
  creating.kill('SIGKILL')
  const { url, leave } = await world.enter()
  expect(await ask(url, 'select 1')).toBe(1)
  await leave()
  await world.enter()
  expect(await readdir(world.dataDir)).toEqual(['cluster'])
})

test('indexes trigrams of every script', async () => {
  const { url } = await world.enter()
  await ask(url, 'create extension pg_trgm')
  expect(await ask(url, `select cardinality(show_trgm('Падение'))`)).toBe(8)
})

test('keeps other files in the folder', async () => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'draft-letter.txt'), 'Dear Anna')
  await (await world.enter()).leave()
  expect((await readdir(world.dataDir)).toSorted()).toEqual(['cluster', 'draft-letter.txt'])
})

test.each([
  ['17', 'Run "portfolio-ops upgrade-database".'],
  ['99', 'Use a later version of portfolio-ops.'],
])('of PostgreSQL %s is not started, and the error says what to do', async (version, advice) => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'cluster/data/PG_VERSION'), `${version}\n`)
  const folder = join(world.dataDir, 'cluster')
  await expect(world.enter()).rejects.toThrow(
    `The database in ${folder} uses PostgreSQL ${version}, but this version of portfolio-ops requires PostgreSQL 18. ${advice}`,
  )
})
