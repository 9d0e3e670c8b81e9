import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { restoreBackup } from '../../../src/backup/restore.ts'
import { writeBackup } from '../../../src/backup/write.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { migrate, migrationStatus } from '../../../src/database/migrate.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { emptyDatabase, ownDatabase } from '../../cli/cli.ts'
import { onFileFinished } from '../../support/cleanup.ts'
import { query } from '../../support/rows.ts'
import { tableContents } from '../../support/table-contents.ts'
import { startPooler } from '../../support/transaction-pooler.ts'

const ignore = () => undefined
const names = migrations.map(({ name }) => name)
const earlier = names.slice(0, -2)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  onFileFinished(() => rm(folder, { recursive: true }))
})

describe('restoring a backup', () => {
  it('of an earlier version leaves later migrations to be applied', async () => {
    const source = await open(await emptyDatabase(), earlier)
    await query(source.url, `update directions set name = 'Renamed' where slug = 'documents-qr'`)
    const file = await backup(source, 'earlier')
    const target = await open(await emptyDatabase())
    await restore(target, file)
    expect(await tableContents(target.url)).toEqual(await tableContents(source.url))
    expect(await applied(target)).toEqual(earlier)
    expect(await migrate(target.orm)).toEqual(names.slice(-2))
    await expect(restore(await open(await ownDatabase()), file)).rejects.toThrow(
      `The database has migrations that the backup lacks: ${names.slice(-2).join(', ')}. Restore into an empty`,
    )
  })

  it('of a later version is rejected', async () => {
    const source = await open(await ownDatabase())
    await query(source.url, `insert into migrations (name, executed_at) values ('9999-later', now())`)
    const file = await backup(source, 'later')
    const target = await open(await emptyDatabase())
    await expect(restore(target, file)).rejects.toThrow(
      'The backup is of portfolio-ops 1.2.3, which has later migrations: 9999-later. Restore it with that version or a later one.',
    )
    expect(await applied(target)).toEqual([])
  })

  it('with clicks has their partitions, and no month that was being dropped', async () => {
    const source = await open(await emptyDatabase(), names)
    await query(
      source.url,
      `${clicks(['2001-02-03', '2024-05-06', '2041-07-08'])};
       create table clicks_2023_01 (like clicks); insert into clicks_2023_01 select * from clicks`,
    )
    const file = await backup(source, 'clicks')
    const target = await open(await emptyDatabase())
    await restore(target, file)
    const { clicks_2023_01: dropped, ...contents } = await tableContents(source.url)
    expect(dropped).toHaveLength(3)
    expect(await tableContents(target.url)).toEqual(contents)
    const partitions = `select relname, reloptions, pg_get_expr(relpartbound, oid) as bound from pg_class
      where relname like 'clicks\\_%' and relispartition and relkind = 'r' order by relname`
    expect(await query(target.url, partitions)).toEqual(await query(source.url, partitions))
  })

  it('works through a transaction pooler', async () => {
    const source = await open(await ownDatabase())
    const file = await backup(await open(await pooled(source.url)), 'pooled')
    const { url } = await open(await ownDatabase())
    await restore(await open(await pooled(url)), file)
    expect(await tableContents(url)).toEqual(await tableContents(source.url))
  })
})

describe('the receivers of a restored backup', () => {
  const insert = (state: string, name = state) => `
    insert into webhooks (name, url, events, secret, cursor, state, created_by, updated_by)
      values ('${name}', 'https://hooks.example.com', '["*"]', '', '', '${state}', '{}', '{}');
    insert into channels (name, kind, cursor, state, created_by, updated_by)
      values ('${name}', 'slack', '', '${state === 'paused' ? 'on' : state}', '{}', '{}')`
  const subscription = `
    insert into webhooks (name, url, events, secret, cursor, state, subscription, arguments, credential,
        environment_digest, expires_at, created_by, updated_by)
      values ('agent', 'https://agent.example.com', '["task.delegated"]', '', '', 'on', 'sub_1', '{}', 'env:1', 'f0e1',
        now() + interval '1 day', '{}', '{}')`
  const statesOf = async ({ url }: Opened) =>
    query(
      url,
      `select 'webhook' as kind, name, state from webhooks union all select 'channel', name, state from channels
       order by kind desc, name`,
    )
  const restored = async (only: string[], more = '') => {
    const source = await open(await emptyDatabase(), only)
    await query(source.url, more)
    for (const state of ['on', 'off', 'paused']) await query(source.url, insert(state))
    const file = await backup(source, `receivers ${only.length}`)
    const target = await open(await emptyDatabase())
    await restore(target, file)
    return target
  }

  it('are paused, so that a copy sends nothing until an admin switches them on', async () => {
    const target = await restored(names, subscription)
    expect(await statesOf(target)).toEqual([
      { kind: 'webhook', name: 'agent', state: 'paused' },
      { kind: 'webhook', name: 'off', state: 'off' },
      { kind: 'webhook', name: 'on', state: 'paused' },
      { kind: 'webhook', name: 'paused', state: 'paused' },
      { kind: 'channel', name: 'off', state: 'off' },
      { kind: 'channel', name: 'on', state: 'paused' },
      { kind: 'channel', name: 'paused', state: 'paused' },
    ])
    const reasons = `select distinct name = 'agent' as is_subscription, state_reason,
        state_reason_phrase ->> 'key' as key
      from (select name, state, state_reason, state_reason_phrase from webhooks
        union all select name, state, state_reason, state_reason_phrase from channels) as receiver
      where state = 'paused' order by is_subscription`
    const why = 'A backup was restored, and this server may be a copy.'
    expect(await query(target.url, reasons)).toEqual([
      {
        is_subscription: false,
        state_reason: `${why} Switch it on if this server is to send, otherwise off.`,
        key: 'notifications.restored',
      },
      {
        is_subscription: true,
        state_reason: `${why} The next events/subscribe of its owner resumes it.`,
        key: 'notifications.subscriptionRestored',
      },
    ])
  })

  it('are switched off if their version cannot pause channels', async () => {
    const target = await restored(names.slice(0, names.indexOf('0027-paused-channels')))
    const states = await statesOf(target)
    expect(states.filter(({ kind }) => kind === 'channel').map(({ state }) => state)).toEqual([
      'off',
      'off',
      'off',
    ])
    expect(states.filter(({ state }) => state === 'on')).toEqual([])
  })
})

/** Returns statements that store clicks of these days. */
function clicks(days: string[]): string {
  const by = `'{"type": "system", "id": null, "name": "test"}'`
  const list = days.map((day) => `('${day}'::date)`)
  return `insert into companies (id, name, created_by, updated_by) values (1, 'Adnet', ${by}, ${by});
    insert into applications (id, name, platform, status, native_id, created_by, updated_by)
      values (1, 'Scanner', 'ios', 'active', 'scanner', ${by}, ${by});
    select create_clicks_partition(day) from (values ${list}) as days (day);
    insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
      select day, 1, 1, 7, ${by}, ${by} from (values ${list}) as days (day)`
}

type Opened = Awaited<ReturnType<typeof open>>

async function open(url: string, only: string[] = []) {
  const options = { replicaUrls: [], pool: 3, prepared: true, entities, migrations, report: ignore }
  const { orm, close } = await openDatabase({ url, dataDir: '', ...options })
  onTestFinished(() => close())
  if (only.length > 0) await migrate(orm, only)
  return { orm, url }
}

async function backup({ orm }: Opened, name: string): Promise<string> {
  const file = join(folder, name)
  await writeBackup(orm, file, '1.2.3', ignore)
  return file
}

async function restore({ orm }: Opened, file: string): Promise<void> {
  await restoreBackup(orm, file, { check: ignore, load: ignore })
}

async function applied({ orm }: Opened): Promise<string[]> {
  return (await migrationStatus(orm)).filter(({ applied_at }) => applied_at).map(({ name }) => name)
}

async function pooled(url: string): Promise<string> {
  const pooler = await startPooler(url, 3)
  onTestFinished(() => pooler.close())
  return pooler.url
}
