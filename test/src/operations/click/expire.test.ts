import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { deleteOldClicks } from '../../../../src/operations/click/expire.ts'
import { sql } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const now = new Date('2026-11-22T10:00:00Z')

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const manager = await makePerson(world, 'manager')
  const { id: app } = await makeApplication(manager)
  const { id: company } = await makeCompany(manager)
  // One row a day from 1990 on: more than two batches are older than a year.
  await sql(
    world,
    `insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
    select day, $1, $2, 1, '{"type": "system", "id": null, "name": "test"}', '{"type": "system", "id": null, "name": "test"}'
    from generate_series('1990-01-01'::date, '2026-11-22', '1 day') as day`,
    app,
    company,
  )
})

const stored = () => sql(world, 'select count(*)::int as count, min(date) as first from clicks')

it('deletes nothing if the retention is 0', async () => {
  await deleteOldClicks(world.database.orm, 0, now)
  expect(await stored()).toEqual([{ count: 13_475, first: '1990-01-01' }])
})

it('skips a row that a write has locked, and does not wait for it', async () => {
  const writer = new pg.Client({ connectionString: world.url })
  await writer.connect()
  onTestFinished(() => writer.end())
  await writer.query(`begin; select 1 from clicks where date = '1990-01-01' for update`)
  await deleteOldClicks(world.database.orm, 12 * 36, now)
  expect(await stored()).toEqual([{ count: 13_475 - 324, first: '1990-01-01' }])
})

it('deletes the days before, however many batches they are', async () => {
  await deleteOldClicks(world.database.orm, 12, now)
  expect(await stored()).toEqual([{ count: 366, first: '2025-11-22' }])
})

it('counts months back to the last day of a shorter month', async () => {
  await deleteOldClicks(world.database.orm, 6, new Date('2026-08-31T10:00:00Z'))
  expect(await stored()).toEqual([{ count: 268, first: '2026-02-28' }])
})
