import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

test('is the same whatever variables of libpq are set', async () => {
  const variables = {
    PGHOST: 'db.invalid',
    PGDATA: '/x',
    PGOPTIONS: '-c search_path=x',
    PGSSLMODE: 'require',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url } = await world.enter()
  expect(await ask(url, 'show search_path')).toBe('"$user", public')
})

test.runIf(process.getuid?.() === 0)(
  'cannot be created by a user id without a name, and the error says what to do',
  async () => {
    await chmod(world.dataDir, 0o777)
    const { stderr } = world.launch({ uid: 12_345, gid: 12_345 })
    expect(await text(stderr)).toMatch(
      /user id 12345 has none\. Add the line .* or set DATABASE_URL to a server/,
    )
  },
)

test('is created after a creation that was killed, and keeps other files in the folder', async () => {
  const creating = world.launch()
  while ((await readdir(world.dataDir)).length === 0) await sleep(20)
  creating.kill('SIGKILL')
  await writeFile(join(world.dataDir, 'draft-letter.txt'), 'Dear Anna')
  const { url } = await world.enter()
  expect(await ask(url, 'select 1')).toBe(1)
  expect(await readdir(world.dataDir)).toContain('draft-letter.txt')
})
