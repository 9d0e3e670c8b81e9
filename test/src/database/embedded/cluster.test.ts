import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { checkCanRun, findPrograms } from '../../../../src/database/embedded/programs.ts'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()
const asRoot = process.getuid?.() === 0

test('a creation that was killed leaves nothing in the way', async () => {
  const creating = world.launch()
  while ((await readdir(world.dataDir)).length === 0) await sleep(20)
  creating.kill('SIGKILL')
  const { url, leave } = await world.enter()
  expect(await ask(url, 'select 1')).toBe(1)
  await leave()
  await world.enter()
  expect(await readdir(world.dataDir)).toEqual(['cluster'])
})

test('what else is in the folder stays there', async () => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'draft-letter.txt'), 'Dear Anna')
  await (await world.enter()).leave()
  expect((await readdir(world.dataDir)).toSorted()).toEqual(['cluster', 'draft-letter.txt'])
})

test.runIf(asRoot)('a folder that PostgreSQL cannot enter is named, with the mend', async () => {
  await writeFile(join(world.dataDir, 'letter'), '')
  await expect(world.enter()).rejects.toThrow(/cannot enter .*\. Set DATA_DIR/)
  expect(await readdir(world.dataDir)).toEqual(['letter'])
})

test('libraries that are not linked are named, with the mend', async () => {
  const programs = findPrograms()
  const apart = join(world.dataDir, 'postgres')
  await copyFile(programs.postgres, apart)
  await expect(checkCanRun({ ...programs, postgres: apart }, world.dataDir, {})).rejects.toThrow(
    /install script.*allowScripts.*npm rebuild/,
  )
})
