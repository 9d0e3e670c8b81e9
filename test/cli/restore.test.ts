import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fillDemo } from '../../src/catalog/demo.ts'
import { transact } from '../../src/database/transaction.ts'
import { onFileFinished } from '../support/cleanup.ts'
import { hold } from '../support/hold.ts'
import { makePerson, operator } from '../support/people.ts'
import { query } from '../support/rows.ts'
import { settled } from '../support/settled.ts'
import { tableContents } from '../support/table-contents.ts'
import { makeWorld, token, type World } from '../support/world.ts'
import { dataFolder, emptyDatabase, ownDatabase, run, serve, start } from './cli.ts'
import { runHere } from './here.ts'

let world: World
let file: string
let stored: Record<string, string[]>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-restore-'))
  onFileFinished(() => rm(folder, { recursive: true }))
  file = join(folder, 'portfolio.backup')
  world = await makeWorld()
  await transact(world.database.orm, (em) =>
    fillDemo(em, operator, { force: false, report: () => undefined, withLearning: false }),
  )
  // An id that was used is not used again, also after a restore.
  await query(world.url, `select nextval('tasks_id_seq')`)
  await makePerson(world)
  await world.send('GET', '/api/portfolio/products')
  const logged = () => query(world.url, 'select 1 from request_logs')
  await vi.waitFor(async () => expect(await logged()).toHaveLength(1), { timeout: 10_000 })
  stored = await tableContents(world.url)
  const { code, err } = await run({ DATABASE_URL: world.url }, 'backup', file)
  expect(err).toMatch(/^Writing the database to .* …\n(Wrote .*\n)*$/)
  expect(code).toBe(0)
})

describe('restore', () => {
  it('stores every row of a backup in an empty database, and continues its ids', async () => {
    const DATABASE_URL = await emptyDatabase()
    const { code, json, err } = await run({ DATABASE_URL }, 'restore', file, '--json')
    expect(err).toMatch(/^Checking /)
    expect(code).toBe(0)
    expect(json()).toMatchObject({ file, application: expect.stringMatching(/^\d+\.\d+/) })
    expect(await tableContents(DATABASE_URL)).toEqual(stored)
    const sequences = `select sequencename, last_value from pg_sequences where sequencename <> 'migrations_id_seq' order by 1`
    expect(await query(DATABASE_URL, sequences)).toEqual(await query(world.url, sequences))
    expect(await query(DATABASE_URL, `select 1 from pg_trigger where tgenabled = 'D'`)).toEqual([])
    const again = await runHere({ DATABASE_URL }, 'restore', file)
    expect(again.code).toBe(1)
    expect(again.err).toMatch(/\nThe database has rows in \w+, \w+, \w+ and \d+ other tables\. [^\n]*\n$/)
  })

  it('stores a backup of another server in the embedded one, whose change feed then returns all', async () => {
    const environment = { DATA_DIR: await dataFolder(), PORTFOLIO_TOKENS: token }
    const restored = await run(environment, 'restore', file)
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/^Restored the backup of /)])
    const path = '/api/portfolio/changes?limit=3'
    await settled(world)
    const { body } = await world.send('GET', path)
    const server = await serve(environment)
    // The backup has a user, so no first admin is created.
    expect(server.startup).not.toHaveProperty('admin')
    const { changes, next_cursor } = await (await server.get(path, token)).json()
    expect(withoutSeq(changes)).toEqual(withoutSeq(body.changes))
    expect((await server.get(`${path}&since=${next_cursor}`, token)).status).toBe(200)
    const { status } = await server.get(`${path}&since=${body.next_cursor}`, token)
    expect(status).toBe(410)
  })

  it('escapes the control characters of a file that is not a backup of this service', async () => {
    const header = {
      format: 'portfolio-ops backup',
      version: 1,
      created_at: '2026-11-20',
      sequences: [],
      tables: [],
    }
    const hostile = '\u001b]0;owned\u0007\u009b31m\r\n'
    const headers = [
      { ...header, version: 2, application: hostile, migrations: [] },
      { ...header, application: hostile, migrations: [hostile] },
    ]
    for (const head of headers) {
      const text = `${JSON.stringify(head)}\n`
      const checksum = JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })
      const forged = `${file}.forged`
      await writeFile(forged, gzipSync(`${text}${checksum}\n`))
      const { code, err } = await runHere({ DATABASE_URL: await emptyDatabase() }, 'restore', forged)
      expect(code).toBe(1)
      expect(err).toContain('\\u001b]0;owned\\u0007\\u009b31m')
      expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }
  })

  it('rejects a database that a service uses, and changes nothing', async () => {
    const DATABASE_URL = await ownDatabase()
    const server = await serve({ DATABASE_URL })
    const before = await tableContents(DATABASE_URL)
    const { code, err } = await run({ DATABASE_URL }, 'restore', file)
    expect(code).toBe(1)
    expect(err).toMatch(/\nThe database has rows in .*that no service uses: set DATABASE_URL to a new/)
    expect(await tableContents(DATABASE_URL)).toEqual(before)
    expect((await server.get('/health/ready')).status).toBe(200)
  })

  it('makes a service wait that starts meanwhile, which then serves the restored data', async () => {
    const DATABASE_URL = await emptyDatabase()
    const restoring = await startRestore(DATABASE_URL)
    // A stopped process keeps its locks. A statement that waits for a lock of the test would reach its time limit while
    // the service starts on a busy machine.
    restoring.child.kill('SIGSTOP')
    await restoring.release()
    const starting = serve({ DATABASE_URL, PORTFOLIO_TOKENS: token })
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    const waiting = async () => expect(await query(DATABASE_URL, blocked)).toHaveLength(1)
    await vi.waitFor(waiting, { timeout: 60_000, interval: 100 })
    restoring.child.kill('SIGCONT')
    expect(await restoring.closed).toEqual([0, null])
    const server = await starting
    expect(server.startup).not.toHaveProperty('admin')
    const path = '/api/portfolio/products'
    expect(await (await server.get(path, token)).json()).toEqual((await world.send('GET', path)).body)
  })

  it('leaves an empty database if it is killed, into which a backup can be restored', async () => {
    const DATABASE_URL = await emptyDatabase()
    const restoring = await startRestore(DATABASE_URL)
    restoring.child.kill('SIGKILL')
    await restoring.closed
    await restoring.release()
    const filled = Object.entries(await tableContents(DATABASE_URL)).filter(([, rows]) => rows.length > 0)
    expect(filled.map(([name]) => name)).toEqual(['agents', 'directions'])
    expect((await runHere({ DATABASE_URL }, 'restore', file)).code).toBe(0)
    expect(await tableContents(DATABASE_URL)).toEqual(stored)
  })
})

// Starts a restore that waits when it has stored all rows, before its commit.
async function startRestore(DATABASE_URL: string) {
  await runHere({ DATABASE_URL }, 'migrate')
  // The sequence cannot be set before this statement is committed.
  const sequence = await hold(DATABASE_URL, 'alter sequence turns_id_seq cache 1')
  const child = start(['restore', file], { DATABASE_URL })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  await sequence.waitForBlocked(1)
  return { child, closed, ...sequence }
}

function withoutSeq(changes: { seq: number }[]) {
  return changes.map(({ seq, ...change }) => change)
}
