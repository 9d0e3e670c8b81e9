import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { entities } from '../../../src/catalog/entities.ts'
import { migrate, migrationStatus } from '../../../src/database/migrate.ts'
import { type Database, openDatabase } from '../../../src/database/open.ts'
import { today } from '../../../src/record/rules/day.ts'
import { query } from '../../support/cluster.ts'
import { sql } from '../../support/makers.ts'
import { query as rows } from '../../support/rows.ts'
import { startPooler } from '../../support/transaction-pooler.ts'
import { makeWorld, type World } from '../../support/world.ts'

const closings: (() => Promise<void>)[] = []

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
})

/** Creates an empty database and returns its URL. */
async function emptyDatabase(): Promise<string> {
  const name = `portfolio_ops_test_${randomBytes(6).toString('hex')}`
  await query(inject('server'), `create database ${name}`)
  closings.push(() => query(inject('server'), `drop database ${name} with (force)`))
  return Object.assign(new URL(inject('server')), { pathname: name }).href
}

/** Opens a database as a separate process would: with a pool of its own. */
async function open(url: string, prepared = true): Promise<Database> {
  const options = { replicaUrls: [], pool: 3, prepared, entities, migrations, report: () => undefined }
  const database = await openDatabase({ url, dataDir: '', ...options })
  closings.push(database.close)
  return database
}

describe('the tables', () => {
  it('match the entities, and a difference is detected', async () => {
    const { migrator } = world.database.orm
    expect(await migrator.checkSchema()).toBe(false)
    await sql(world, 'alter table tasks alter column title drop not null')
    expect(await migrator.checkSchema()).toBe(true)
    await sql(world, 'alter table tasks alter column title set not null')
    await sql(world, 'drop index signals_unresolved')
    expect(await migrator.checkSchema()).toBe(true)
  })

  it('come from migrations with unique names, in the order of the names', () => {
    const names = migrations.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('clicks that an earlier version stored', () => {
  it('are in the partitions of their months after the migration, which notes no day as changed', async () => {
    const url = await emptyDatabase()
    const { orm } = await open(url)
    const names = migrations.map(({ name }) => name)
    await migrate(orm, names.slice(0, names.indexOf('0046-clicks-by-month')))
    const by = `'{"type": "system", "id": null, "name": "test"}'`
    const month = today().slice(0, 7)
    const ofMonth = `clicks_${month.replace('-', '_')}`
    const store = (days: string) => `
      insert into clicks (date, app_id, company_id, clicks, status, created_by, updated_by)
        select day::date, 1, 1, 7, 'pending', ${by}, ${by} from (values ${days}) as days (day)`
    await query(
      url,
      `insert into companies (id, name, created_by, updated_by) values (1, 'Adnet', ${by}, ${by});
       insert into applications (id, name, platform, status, native_id, created_by, updated_by)
         values (1, 'Scanner', 'ios', 'active', 'scanner', ${by}, ${by});
       ${store(`('2001-02-03'), ('${month}-01'), ('${month}-02'), ('2041-01-01')`)}; delete from changed_click_days`,
    )
    const before = await rows(url, 'select * from clicks order by id')
    await migrate(orm)
    expect(await rows(url, 'select * from clicks order by id')).toEqual(before)
    expect(await rows(url, 'select tableoid::regclass::text as name from clicks order by date')).toEqual(
      ['clicks_2014_or_before', ofMonth, ofMonth, 'clicks_from_2040'].map((name) => ({ name })),
    )
    const noted = 'select date::text from changed_click_days'
    expect(await rows(url, noted)).toEqual([])
    await query(url, store(`('${month}-03')`))
    expect(await rows(url, 'select max(id)::int as id from clicks')).toEqual([{ id: 5 }])
    expect(await rows(url, noted)).toEqual([{ date: `${month}-03` }])
  })
})

describe('migrate', () => {
  it('applies every migration once when two processes start together, and nothing when repeated', async () => {
    const url = await emptyDatabase()
    const [one, two] = [await open(url), await open(url)]
    expect((await migrationStatus(one.orm)).every(({ applied_at }) => applied_at === null)).toBe(true)
    const applied = await Promise.all([migrate(one.orm), migrate(two.orm)])
    expect(applied.map((names) => names.length).sort()).toEqual([0, migrations.length])
    expect(await migrate(one.orm)).toEqual([])
    const status = await migrationStatus(two.orm)
    expect(status.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
    expect(status.every(({ applied_at }) => !Number.isNaN(Date.parse(applied_at ?? '')))).toBe(true)
    expect(await one.orm.migrator.checkSchema()).toBe(false)
  })

  it('applies every migration once behind a transaction pooler, and leaves no advisory lock', async () => {
    const url = await emptyDatabase()
    const pooler = await startPooler(url, 4)
    closings.push(pooler.close)
    const [one, two] = [await open(pooler.url, false), await open(pooler.url, false)]
    const applied = await Promise.all([migrate(one.orm), migrate(two.orm)])
    expect(applied.map((names) => names.length).sort()).toEqual([0, migrations.length])
    // The server connections of the pooler are still open: a lock of a session would still be held.
    expect(Math.min(...pooler.runs())).toBeGreaterThan(0)
    const locks = `select * from pg_locks join pg_database as d on d.oid = database
      where locktype = 'advisory' and d.datname = current_database()`
    expect(await rows(url, locks)).toEqual([])
    expect(await migrate(two.orm)).toEqual([])
  })
})
