import { expect, it } from 'vitest'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { query } from '../../../support/rows.ts'
import { makeWorld } from '../../../support/world.ts'

it('keeps a replaced row on its page, so that no index needs a new entry', async () => {
  const world = await makeWorld()
  const admin = await makePerson(world, 'admin')
  const [app, company] = [await makeApplication(admin), await makeCompany(admin)]
  const rows = Array.from({ length: 400 }, (_, index) => ({
    date: new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
    app_id: app.id,
    company_id: company.id,
    clicks: index,
  }))
  const replaced = rows.filter((_, index) => index % 20 === 0).map((row) => ({ ...row, clicks: 1000 }))
  const store = (batch: object[]) => admin.send('POST', '/analytics/clicks/bulk', { rows: batch })
  const pages = () =>
    query(world.url, 'select date, (ctid::text::point)[0] as page from clicks order by date')
  await store(rows)
  const before = await pages()
  expect((await store(replaced)).body.updated).toBe(20)
  expect(await pages()).toEqual(before)
})
