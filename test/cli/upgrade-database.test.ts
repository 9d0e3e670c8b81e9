import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { joinEmbedded } from '../../src/database/embedded/join.ts'
import { tableContents } from '../support/table-contents.ts'
import { copyDataFolder, dataFolder, run, serve, start } from './cli.ts'
import { createEarlier, programs, stopEarlier, userOf } from './earlier-database.ts'

const upgrade = ['upgrade-database', '--programs', programs]
const report = () => undefined
// Servers of PostgreSQL are started and stopped meanwhile.
const slowly = { timeout: 90_000 }

it('has nothing to do for a database of this version, and says which database it needs', async () => {
  const DATA_DIR = await dataFolder()
  const missing = await run({ DATA_DIR }, 'upgrade-database')
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringMatching(/^There is no embedded database in /),
  ])
  await (await joinEmbedded(DATA_DIR, report)).leave()
  const { code, json } = await run({ DATA_DIR }, 'upgrade-database', '--json')
  expect([code, json()]).toEqual([0, { folder: join(DATA_DIR, 'cluster'), from: '18', to: '18' }])
  const other = await run({ DATABASE_URL: 'postgres://localhost/x' }, 'upgrade-database')
  expect([other.code, other.err]).toEqual([1, expect.stringMatching(/^DATABASE_URL is set, /)])
})

describe.skipIf(!existsSync(programs))(`with the programs of PostgreSQL 15 in ${programs}`, () => {
  // Created once and copied by each test, because creating it takes longer than upgrading it.
  let original: Awaited<ReturnType<typeof createEarlier>>
  beforeAll(async () => {
    original = await createEarlier()
  }, 120_000)
  afterAll(() => original && rm(original.folder, { recursive: true }))

  async function earlierDatabase() {
    const { folder, contents, token } = original
    const DATA_DIR = await copyDataFolder(folder)
    const use = await userOf(DATA_DIR)
    onTestFinished(() => stopEarlier(DATA_DIR, use))
    return { DATA_DIR, use, contents, token }
  }

  it('keeps every row, the history and the tokens, and keeps the earlier cluster', async () => {
    const { DATA_DIR, use, token } = await earlierDatabase()
    const used = await use()
    const before = await feedOf({ DATABASE_URL: used.url }, token)
    const contents = await tableContents(used.url)
    await used.leave()
    const refused = await run({ DATA_DIR }, 'demo')
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/Run "portfolio-ops upgrade-database"\.\n$/),
    ])

    const { code, err, json } = await run({ DATA_DIR }, ...upgrade, '--json')
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /^Reading the database of PostgreSQL 15 …\n(.+\n)*Restoring it in PostgreSQL 18 …\n/,
      ),
    ])
    const kept = join(DATA_DIR, 'cluster-postgresql-15')
    expect(json()).toEqual({ folder: join(DATA_DIR, 'cluster'), from: '15', to: '18', kept })
    expect((await readdir(DATA_DIR)).toSorted()).toEqual(['cluster', 'cluster-postgresql-15'])
    expect(await readdir(join(DATA_DIR, 'cluster'))).not.toContain('portfolio.backup')
    expect(await readFile(join(kept, 'data/PG_VERSION'), 'utf8')).toBe('15\n')

    const joined = await joinEmbedded(DATA_DIR, report)
    expect(await tableContents(joined.url)).toEqual(contents)
    await joined.leave()
    const after = await feedOf({ DATA_DIR }, token, before.cursor)
    expect(after.changes).toEqual(before.changes)
    expect(after.statusOfCursor).toBe(410)
  })

  it('rejects a database that another process uses, and programs of another version', async () => {
    const { DATA_DIR, use, contents } = await earlierDatabase()
    const used = await use()
    const { code, err } = await run({ DATA_DIR }, ...upgrade)
    expect([code, err]).toEqual([1, expect.stringMatching(/\nAnother process uses the database\. [^\n]*\n$/)])
    expect(await tableContents(used.url)).toEqual(contents)
    await used.leave()
    const other = await run({ DATA_DIR }, 'upgrade-database', '--programs', DATA_DIR)
    expect([other.code, other.err]).toEqual([
      1,
      `${DATA_DIR} does not contain the programs of PostgreSQL 15. Name the folder of its postgres, initdb and pg_ctl by --programs.\n`,
    ])
    expect(await readdir(DATA_DIR)).toEqual(['cluster'])
  })

  it.each([
    ['SIGKILL', 'Reading'],
    ['SIGKILL', 'Restoring'],
    ['SIGTERM', 'Reading'],
    ['SIGTERM', 'Restoring'],
  ] as const)(
    'leaves the earlier database in place at %s while %s, and begins anew',
    { timeout: 240_000 },
    async (signal, step) => {
      const { DATA_DIR, use, contents } = await earlierDatabase()
      const child = start(upgrade, { DATA_DIR })
      onTestFinished(() => void child.kill('SIGKILL'))
      const closed = once(child, 'close')
      await vi.waitFor(() => expect(child.err).toContain(step), { ...slowly, interval: 5 })
      child.kill(signal)
      expect(await closed).toEqual(signal === 'SIGTERM' ? [1, null] : [null, signal])
      if (signal === 'SIGTERM') expect(await readdir(DATA_DIR)).toEqual(['cluster'])
      await vi.waitFor(async () => {
        const used = await use()
        const stored = await tableContents(used.url)
        await used.leave()
        expect(stored).toEqual(contents)
      }, slowly)
      expect((await run({ DATA_DIR }, ...upgrade)).code).toBe(0)
      const joined = await joinEmbedded(DATA_DIR, report)
      expect(await tableContents(joined.url)).toEqual(contents)
      await joined.leave()
    },
  )
})

// All changes, and the status of an earlier cursor, as a service on this database returns them.
async function feedOf(environment: Record<string, string>, token: string, cursor?: string) {
  const server = await serve(environment)
  const path = '/api/portfolio/changes?limit=200'
  const { changes, next_cursor } = await (await server.get(path, token)).json()
  const { status } = await server.get(`${path}&since=${cursor ?? next_cursor}`, token)
  expect(await server.end('SIGTERM')).toBe(0)
  return { changes: changes.map(withoutSeq), cursor: next_cursor, statusOfCursor: status }
}

function withoutSeq({ seq, ...change }: { seq: number }) {
  return change
}
