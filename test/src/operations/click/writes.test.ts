import { expect, it } from 'vitest'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { query } from '../../../support/rows.ts'
import { makeWorld } from '../../../support/world.ts'

it('keeps a replaced row on its page, so that no index needs a new entry', async () => {
  const world = await makeWorld()
  const admin = await makePerson(world, 'admin')
  const app = await makeApplication(admin)
  const companies = await Promise.all(Array.from({ length: 16 }, () => makeCompany(admin)))
  // Of one month, so that they fill pages of one partition.
  const rows = Array.from({ length: 400 }, (_, index) => ({
    date: `2025-01-${String(1 + Math.floor(index / 16)).padStart(2, '0')}`,
    app_id: app.id,
    company_id: companies[index % 16]?.id,
    clicks: index,
  }))
  const replaced = rows.filter((_, index) => index % 20 === 0).map((row) => ({ ...row, clicks: 1000 }))
  const store = (batch: object[]) => admin.send('POST', '/analytics/clicks/bulk', { rows: batch })
  const pages = () =>
    query(world.url, 'select date, (ctid::text::point)[0] as page from clicks order by date, company_id')
  await store(rows)
  const before = await pages()
  expect((await store(replaced)).body.updated).toBe(20)
  expect(await pages()).toEqual(before)
})
