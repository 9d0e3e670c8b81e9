import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { migrate, migrationStatus } from '../../../src/database/migrate.ts'
import { type Database, openDatabase } from '../../../src/database/open.ts'
import { entities } from '../../../src/entities.ts'
import { query } from '../../support/cluster.ts'
import { sql } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

const empty = `portfolio_ops_test_${randomBytes(6).toString('hex')}`
const open: Database[] = []

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await query(inject('server'), `create database ${empty}`)
})
afterAll(async () => {
  for (const database of open) await database.close()
  await query(inject('server'), `drop database ${empty} with (force)`)
})

/** A process of its own on the empty database. */
async function another(): Promise<Database> {
  const url = new URL(inject('server'))
  url.pathname = empty
  const options = { replicaUrls: [], pool: 3, prepared: true, entities, migrations, report: () => undefined }
  const database = await openDatabase({ url: url.href, dataDir: '', ...options })
  open.push(database)
  return database
}

describe('the tables', () => {
  it('are what the entities say, and a difference is seen', async () => {
    const { migrator } = world.database.orm
    expect(await migrator.checkSchema()).toBe(false)
    await sql(world, 'alter table tasks alter column title drop not null')
    expect(await migrator.checkSchema()).toBe(true)
    await sql(world, 'alter table tasks alter column title set not null')
    await sql(world, 'drop index signals_open')
    expect(await migrator.checkSchema()).toBe(true)
  })

  it('have a name for every migration, in its order', () => {
    const names = migrations.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('migrate', () => {
  it('applies everything once, also when two begin at once, and again nothing', async () => {
    const [one, two] = [await another(), await another()]
    expect((await migrationStatus(one.orm)).every(({ applied_at }) => applied_at === null)).toBe(true)
    const applied = await Promise.all([migrate(one.orm), migrate(two.orm)])
    expect(applied.map((names) => names.length).sort()).toEqual([0, migrations.length])
    expect(await migrate(one.orm)).toEqual([])
    const status = await migrationStatus(two.orm)
    expect(status.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
    expect(status.every(({ applied_at }) => !Number.isNaN(Date.parse(applied_at ?? '')))).toBe(true)
    expect(await one.orm.migrator.checkSchema()).toBe(false)
  })
})
