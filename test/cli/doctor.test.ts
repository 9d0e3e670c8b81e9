import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { checkBackup, checkDisk } from '../../cli/run-checks.ts'
import { query } from '../support/cluster.ts'
import { emptyDatabase, ownDatabase, run } from './cli.ts'
import { runHere } from './here.ts'

const redis = process.env.TEST_REDIS_URL
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const repair = operations.match(/```sql\n(do [^`]+)```/)?.[1] ?? ''

it('prints a line with ok for each check, and a warning about open bot endpoints', async () => {
  const { code, out, err } = await run({ DATABASE_URL: await ownDatabase(), HOST: '0.0.0.0' }, 'doctor')
  expect(out).toMatch(
    /^ok +configuration: PUBLIC_URL: not set, .*; SECRET_KEY: not set, .*; BOT_TOKEN: not set, /,
  )
  expect([code, err]).toEqual([0, ''])
  const checked =
    'configuration, database, disk, clock, replicas, encoding, settings, autovacuum, migrations, search index, secret key, guards, notifications, change feed, redis, provider, sign-in, oauth'
  const lines = checked.split(', ').map((name) => expect.stringMatching(`^ok +${name}: .`))
  expect(out.trim().split('\n')).toEqual(lines)
})

it('prints the checks as JSON with --json', async () => {
  const { code, json } = await run({ DATABASE_URL: await ownDatabase() }, 'doctor', '--json')
  expect(code).toBe(0)
  expect(json()).toMatchObject({
    ok: true,
    checks: [
      { name: 'configuration', ok: true, says: expect.stringMatching(/^SECRET_KEY: not set, /) },
      {},
      { name: 'disk', ok: true, says: expect.stringMatching(/^DATABASE_URL is set/) },
      { name: 'clock', ok: true, says: expect.stringMatching(/ by 0\.\d s$/) },
      { name: 'replicas', ok: true, says: expect.stringMatching(/^DATABASE_REPLICA_URLS is not set/) },
      {},
      { name: 'settings', ok: true },
      { name: 'autovacuum', ok: true },
      {},
      { name: 'search index', ok: true, says: 'serves searches in every script' },
      { name: 'secret key', ok: true, says: 'DATABASE_URL is set without SECRET_KEY; no secret is stored' },
      { name: 'guards', ok: true },
      { name: 'notifications', ok: true },
      {},
      { name: 'redis', ok: true, says: expect.stringMatching(/^REDIS_URL is not set; .* in memory/) },
      { name: 'provider', ok: true, says: expect.stringMatching(/^LLM_API_KEY is not set; .* fixed text/) },
      { name: 'sign-in', ok: true, says: expect.stringMatching(/^OIDC_ISSUER is not set; /) },
      { name: 'oauth', ok: true, says: expect.stringMatching(/^off, because DATABASE_URL is set without/) },
    ],
  })
})

it('says that letters outside ASCII are not indexed, if LC_CTYPE is C', async () => {
  const url = new URL(await emptyDatabase())
  const ascii = `${url.pathname.slice(1)}_ascii`
  await query(
    inject('server'),
    `create database ${ascii} locale_provider icu icu_locale 'und' lc_ctype 'C' template template0`,
  )
  url.pathname = ascii
  await runHere({ DATABASE_URL: url.href }, 'migrate')
  const { code, out } = await runHere({ DATABASE_URL: url.href }, 'doctor')
  await query(inject('server'), `drop database ${ascii} with (force)`)
  expect(out).toMatch(
    /^ok +search index: serves only searches in ASCII; .* LC_CTYPE of the database is C\. See/m,
  )
  expect(code).toBe(0)
})

describe('doctor fails, and prints what to do,', () => {
  it.each([
    ['if a variable is invalid', { PORT: 'x' }, /^fail +configuration: .*PORT/],
    [
      'if HOST is not an address',
      { HOST: '256.1.1.1' },
      /^fail +configuration: .*HOST: must be an IP address/,
    ],
    [
      'if the database does not answer',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^fail +database: .*correct DATABASE_URL\.$/m,
    ],
  ])('%s', async (_title, environment, words) => {
    const { code, out, err } = await run(environment, 'doctor')
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(words)
  })

  it('if migrations are missing', async () => {
    const { code, out } = await runHere({ DATABASE_URL: await emptyDatabase() }, 'doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^ok +database/m)
    expect(out).toMatch(/^fail +migrations: \d+ not applied\. Run "portfolio-ops migrate"\.$/m)
  })

  it('if a later version has migrated the database', async () => {
    const DATABASE_URL = await ownDatabase()
    await query(DATABASE_URL, `insert into migrations (name) values ('9999-later')`)
    const { code, out } = await runHere({ DATABASE_URL }, 'doctor')
    expect(code).toBe(1)
    expect(out).toMatch(
      /^fail +migrations: the database is newer than this program, version [\d.]+, which lacks 9999-later\. Install /m,
    )
  })

  it('if the encoding cannot store every script', async () => {
    const url = new URL(await emptyDatabase())
    const latin = `${url.pathname.slice(1)}_latin`
    await query(inject('server'), `create database ${latin} encoding 'LATIN1' locale 'C' template template0`)
    url.pathname = latin
    const { code, out } = await runHere({ DATABASE_URL: url.href }, 'doctor')
    await query(inject('server'), `drop database ${latin} with (force)`)
    expect(code).toBe(1)
    expect(out).toMatch(/^fail +encoding: LATIN1/m)
  })

  it('if a dump was restored into a cluster with lower transaction ids', async () => {
    const DATABASE_URL = await ownDatabase()
    await query(
      DATABASE_URL,
      `insert into history (record_type, record_id, event, actor, changes, surface, transaction_id)
        select 'direction', id, 'updated', created_by, '{}', 'cli',
          (pg_current_xact_id()::text::bigint + 100000)::text::xid8 from directions limit 1`,
    )
    const { code, out } = await runHere({ DATABASE_URL }, 'doctor')
    expect(code).toBe(1)
    expect(out).toMatch(
      /^fail +change feed: blocked because [^\n]* \d{5,6} transactions ahead .*docs\/operations\.md\.$/m,
    )
    expect(repair).toContain('do ')
    await query(DATABASE_URL, repair)
    expect((await runHere({ DATABASE_URL }, 'doctor')).code).toBe(0)
  })

  it('if the clock of the database differs, or a replica does not answer or lags', async () => {
    const DATABASE_URL = await ownDatabase()
    const ahead = await ownDatabase()
    await replaceFunction(ahead, 'clock_timestamp() returns timestamptz', "now() + interval '300.5 seconds'")
    const lagging = await ownDatabase()
    await replaceFunction(lagging, 'pg_is_in_recovery() returns boolean', 'true')
    await replaceFunction(lagging, 'pg_last_wal_replay_lsn() returns pg_lsn', "'0/0'::pg_lsn")
    await replaceFunction(
      lagging,
      'pg_last_xact_replay_timestamp() returns timestamptz',
      "now() - interval '1 minute'",
    )
    const skewed = await runHere({ DATABASE_URL: ahead }, 'doctor')
    expect([skewed.code, skewed.out]).toEqual([
      1,
      expect.stringMatching(/^fail +clock: the database is 300\.\d s ahead of this machine\. .*NTP\.$/m),
    ])
    const DATABASE_REPLICA_URLS = [DATABASE_URL, lagging, 'postgres://127.0.0.1:1/x'].join()
    const report = async () => {
      const { code, out } = await runHere({ DATABASE_URL, DATABASE_REPLICA_URLS }, 'doctor')
      return [code, out]
    }
    // On a busy machine, doctor may also report a replica that takes more than a second to respond.
    await expect
      .poll(report)
      .toEqual([
        1,
        expect.stringMatching(
          /^fail +replicas: \S+ is 60 s behind\. See "Replicas".* 127\.0\.0\.1:1 does not respond\. Start it/m,
        ),
      ])
  })

  it('if the disk has too little free space', async () => {
    await expect(checkDisk(tmpdir(), Number.POSITIVE_INFINITY)).rejects.toThrow(
      /^only \d+\.\d GiB of \d+\.\d GiB is free in .* Free space or move DATA_DIR\.$/,
    )
    expect(await checkDisk(tmpdir(), 0)).toEqual([true, expect.stringMatching(/ GiB is free in /)])
  })

  it('if the newest scheduled backup is too old, partial or missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portfolio-ops-backups-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const none = /^no backup found in .* Start the service/
    await expect(checkBackup(join(folder, 'missing'))).rejects.toThrow(none)
    writeFileSync(join(folder, 'portfolio-ops-2026-01-03.backup.12.partial'), '')
    await expect(checkBackup(folder)).rejects.toThrow(none)
    const newest = join(folder, 'portfolio-ops-2026-01-02.backup')
    for (const path of [join(folder, 'portfolio-ops-2026-01-01.backup'), newest]) writeFileSync(path, '')
    const soon = Date.now() / 1000 + 0.5
    utimesSync(newest, soon, soon)
    expect(await checkBackup(folder)).toEqual([true, `the newest, ${newest}, is 0 hours old`])
    const yesterday = Date.now() / 1000 - 27 * 3600
    utimesSync(newest, yesterday, yesterday)
    await expect(checkBackup(folder)).rejects.toThrow(/-01-02\.backup, is 27 hours old\. Start/)
  })

  it('if Redis does not answer', async () => {
    const environment = { DATABASE_URL: await ownDatabase(), REDIS_URL: 'redis://127.0.0.1:1' }
    const { code, out } = await runHere(environment, 'doctor')
    expect(code).toBe(1)
    expect(out).toMatch(/^fail +redis: .*ECONNREFUSED.* correct REDIS_URL\.$/m)
  })
})

it.skipIf(!redis)('calls Redis, if one is configured', async () => {
  const { code, out } = await runHere({ DATABASE_URL: await ownDatabase(), REDIS_URL: redis ?? '' }, 'doctor')
  expect(code).toBe(0)
  expect(out).toMatch(/^ok +redis: responds$/m)
})

// Makes a database answer as another server would.
async function replaceFunction(url: string, signature: string, body: string) {
  await query(url, `create function public.${signature} language sql as $$ select ${body} $$`)
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
}
