import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hold } from '../support/hold.ts'
import { query } from '../support/rows.ts'
import { tableContents } from '../support/table-contents.ts'
import { emptyDatabase, ownDatabase, start } from './cli.ts'
import { runHere } from './here.ts'

it('writes one snapshot, also while the service writes, to a file that only its owner can read', async () => {
  const DATABASE_URL = await ownDatabase()
  const file = join(await folder(), 'portfolio.backup')
  const before = await tableContents(DATABASE_URL)
  const { child, closed, release } = await startBackup(DATABASE_URL, file)
  // `agents` was read before the table that is locked, `users` was not.
  const agent = `insert into agents (name, title, created_by, updated_by) values ('new', 'New', '{}', '{}')`
  await query(DATABASE_URL, agent)
  const user = `insert into users (name, email, role, password, created_by, updated_by)
    values ('Anna', 'anna@people.test', 'user', '', '{}', '{}')`
  await query(DATABASE_URL, user)
  await release()
  expect(await closed).toEqual([0, null])
  expect(child.err).toMatch(/^Writing the database to .* …\n(Wrote .*\n)*$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const restored = await emptyDatabase()
  expect((await runHere({ DATABASE_URL: restored }, 'restore', file)).code).toBe(0)
  expect(await tableContents(restored)).toEqual(before)
})

it.each(['SIGTERM', 'SIGINT'] as const)('leaves no file at %s', async (signal) => {
  const DATABASE_URL = await ownDatabase()
  const target = await folder()
  const { child, closed } = await startBackup(DATABASE_URL, join(target, 'portfolio.backup'))
  expect(await readdir(target)).toHaveLength(1)
  child.kill(signal)
  expect(await closed).toEqual([1, null])
  expect(await readdir(target)).toEqual([])
})

it('leaves no file if the connection is lost', async () => {
  const DATABASE_URL = await ownDatabase()
  const target = await folder()
  const { child, closed } = await startBackup(DATABASE_URL, join(target, 'portfolio.backup'))
  await query(
    DATABASE_URL,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(await closed).toEqual([1, null])
  expect(child.err).toMatch(/\nThe database does not respond\. [^\n]*\n$/)
  expect(await readdir(target)).toEqual([])
})

it('does not replace a file, and says what is wrong with a folder or a database without data', async () => {
  const DATABASE_URL = await ownDatabase()
  const target = await folder()
  const file = join(target, 'portfolio.backup')
  await writeFile(file, 'mine')
  const cases = [
    [DATABASE_URL, file, /exists\. Choose another name, or remove it\.\n$/],
    [
      DATABASE_URL,
      join(target, 'missing/file'),
      /file cannot be written: a folder of its path does not exist\.\n$/,
    ],
    [DATABASE_URL, join(file, 'file'), /file cannot be written: a part of its path is not a folder\.\n$/],
    [
      await emptyDatabase(),
      join(target, 'new'),
      /The database has no migrations, so there is nothing to back up\. Set DATA_DIR or DATABASE_URL .*\.\n$/,
    ],
  ] as const
  for (const [url, path, message] of cases) {
    const { code, err } = await runHere({ DATABASE_URL: url }, 'backup', path)
    expect([code, err]).toEqual([1, expect.stringMatching(message)])
  }
  expect(await readdir(target)).toEqual(['portfolio.backup'])
})

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'portfolio-ops-backup-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

// Starts a backup that waits for a table in its middle.
async function startBackup(DATABASE_URL: string, file: string) {
  const history = await hold(DATABASE_URL, 'lock table history in access exclusive mode')
  const child = start(['backup', file], { DATABASE_URL })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await history.waitForBlocked(1)
  return { child, closed, release: history.release }
}
