import { execFile } from 'node:child_process'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ask, embeddedWorld } from './world.ts'

const world = embeddedWorld()

/** Runs a command of the service with the embedded database of this test. */
function command(name: string, env: Record<string, string>, account: { uid?: number; gid?: number } = {}) {
  const main = join(import.meta.dirname, '../../../../cli/main.ts')
  const { PATH = '', HOME = '/', NODE_COMPILE_CACHE = '' } = process.env
  return promisify(execFile)(process.execPath, [main, name], {
    ...account,
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: world.dataDir, ...env },
  })
}

test('is the same whatever variables of libpq are set', async () => {
  const variables = {
    PGHOST: 'db.invalid',
    PGHOSTADDR: '192.0.2.1',
    PGPORT: '1',
    PGUSER: 'nobody',
    PGPASSWORD: 'wrong',
    PGDATABASE: 'missing',
    PGDATA: '/nowhere',
    PGSERVICE: 'missing',
    PGOPTIONS: '-c search_path=nowhere',
    PGSSLMODE: 'verify-full',
    PGSSLNEGOTIATION: 'direct',
    PGCLIENTENCODING: 'LATIN1',
    PGCLIENT_ENCODING: 'LATIN1',
    PGREPLICATION: 'database',
    PGBINARY: '1',
    PGDATESTYLE: 'German',
    PGTZ: 'Asia/Tokyo',
    PGAPPNAME: 'other',
    PGCONNECT_TIMEOUT: '1',
    PGLOCALEDIR: '/nowhere',
  }
  // The first command creates the cluster, the second uses it.
  await command('migrate', variables)
  expect((await command('doctor', variables)).stdout).toContain('database: PostgreSQL 18')
})

test.skipIf(process.getuid?.() !== 0)(
  'cannot be created by a user id without a name, and the error says what to do',
  async () => {
    await chmod(world.dataDir, 0o777)
    const { stderr } = await command('migrate', {}, { uid: 12_345, gid: 12_345 }).catch((error) => error)
    expect(stderr).toMatch(
      /^Creating [^\n]*\nPostgreSQL creates a database only for a user with a name, and the user id 12345 has none\. Add the line [^\n]* or set DATABASE_URL to a server\.\n$/,
    )
  },
)

test('is created again after a creation that was killed', async () => {
  const creating = world.launch()
  while ((await readdir(world.dataDir)).length === 0) await sleep(20)
  creating.kill('SIGKILL')
  const { url, leave } = await world.enter()
  expect(await ask(url, 'select 1')).toBe(1)
  await leave()
})

test('keeps other files in the folder', async () => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'draft-letter.txt'), 'Dear Anna')
  await (await world.enter()).leave()
  expect((await readdir(world.dataDir)).toSorted()).toEqual(['cluster', 'draft-letter.txt'])
})

test.each([
  [
    '17',
    'Make a backup with the version of portfolio-ops that created it, and restore it into a new DATA_DIR.',
  ],
  ['99', 'Use a later version of portfolio-ops.'],
])('of PostgreSQL %s is not started, and the error says what to do', async (version, advice) => {
  await (await world.enter()).leave()
  await writeFile(join(world.dataDir, 'cluster/data/PG_VERSION'), `${version}\n`)
  const folder = join(world.dataDir, 'cluster')
  await expect(world.enter()).rejects.toThrow(
    `The database in ${folder} uses PostgreSQL ${version}, but this version of portfolio-ops requires PostgreSQL 18. ${advice}`,
  )
})
