import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { issueToken } from '../../src/access/token-lifecycle.ts'
import { clusterIn } from '../../src/database/embedded/cluster.ts'
import { programsIn } from '../../src/database/embedded/earlier-programs.ts'
import { chooseLocation } from '../../src/database/embedded/location.ts'
import { runProgram } from '../../src/database/embedded/run.ts'
import { joinEmbedded, useAlone } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { transact } from '../../src/database/unit-of-work.ts'
import { fillDemo } from '../../src/demo.ts'
import { entities } from '../../src/entities.ts'
import { operator } from '../support/people.ts'
import { tableContents } from '../support/table-contents.ts'
import { dataFolder, run, serve, start } from './cli.ts'

const programs = '/usr/lib/postgresql/15/bin'
const upgrade = ['upgrade-database', '--programs', programs]
const report = () => undefined
// Servers of PostgreSQL are started and stopped meanwhile.
const slowly = { timeout: 30_000 }

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

// An embedded database of PostgreSQL 15 with demo data and a token.
async function earlierDatabase() {
  const DATA_DIR = await dataFolder()
  await (await joinEmbedded(DATA_DIR, report)).leave()
  const location = await chooseLocation(DATA_DIR)
  const folder = join(DATA_DIR, 'cluster')
  await initialize(folder)
  const use = () => useAlone(clusterIn(folder, programsIn(programs), location))
  // Its server may still run if a test fails, and no command of this version stops it.
  onTestFinished(async () => {
    const isEarlier = (await readFile(join(folder, 'data/PG_VERSION'), 'utf8')) === '15\n'
    if (isEarlier && existsSync(join(folder, 'data/postmaster.pid'))) await (await use()).leave()
  })
  const { orm, close } = await openDatabase({
    url: undefined,
    dataDir: '',
    joined: await use(),
    replicaUrls: [],
    pool: 2,
    prepared: true,
    entities,
    migrations,
    report,
  })
  await migrate(orm)
  await transact(orm, (em) => fillDemo(em, operator, { force: false, report }))
  const issued = await transact(orm, (em) =>
    issueToken(em, operator, { prefix: 'pft', name: 'robot', abilities: ['read'] }),
  )
  await close()
  const used = await use()
  const contents = await tableContents(used.url)
  await used.leave()
  return { DATA_DIR, use, contents, token: issued.secret }
}

// Replaces the data of a cluster by that of PostgreSQL 15, with the same owner and password.
async function initialize(folder: string): Promise<void> {
  const data = join(folder, 'data')
  const { uid, gid } = await stat(data)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  await rm(data, { recursive: true })
  await mkdir(data, { mode: 0o700 })
  const password = join(folder, 'initial-password')
  await writeFile(password, await readFile(join(folder, 'password')))
  for (const path of [data, password]) await chown(path, uid, gid)
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8']
  const paths = [`--pgdata=${data}`, `--pwfile=${password}`]
  await runProgram(join(programs, 'initdb'), [...paths, ...options], account)
  await appendFile(join(data, 'postgresql.conf'), "unix_socket_directories = ''\n")
  await rm(password)
}
