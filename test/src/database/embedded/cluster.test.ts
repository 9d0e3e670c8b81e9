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

test('of another major version of PostgreSQL is not started, and the error says what to do', async () => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'cluster/data/PG_VERSION'), '17\n')
  await expect(world.enter()).rejects.toThrow(
    /^The database in \S+\/cluster is of PostgreSQL 17, but this version of portfolio-ops has PostgreSQL 18\. Run "backup FILE" [^\n]*$/,
  )
})
