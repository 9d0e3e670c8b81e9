import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

test('is completed by the next start if it was interrupted when there was no cluster', async () => {
  const { url, leave } = await world.enter()
  await ask(url, 'create table kept (id int)')
  await leave()
  await rename(join(world.dataDir, 'cluster'), join(world.dataDir, 'cluster-upgraded'))
  expect(await ask((await world.enter()).url, 'select count(*)::int from kept')).toBe(0)
})
