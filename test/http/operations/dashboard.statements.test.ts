import { beforeAll, expect, it } from 'vitest'
import { makeApplication, makeCompany, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { readsOf } from '../../support/statements.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
let company: number
beforeAll(async () => {
  admin = await makePerson(await makeWorld())
  company = (await makeCompany(admin)).id
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

// Adds one record for every part of the dashboard.
async function fill(): Promise<void> {
  await makeStrategy(admin, { status: 'active', ends_on: daysAgo(3) })
  await makeApplication(admin)
  const { id } = await makeApplication(admin)
  const clicks = { app_id: id, company_id: company }
  await admin.send('POST', '/analytics/clicks', { ...clicks, date: daysAgo(10), clicks: 100 })
  await admin.send('POST', '/analytics/clicks', { ...clicks, date: daysAgo(1), clicks: 10 })
}

async function get(slice: string) {
  let shown = 0
  const statements = await readsOf(async () => {
    const { status, body } = await admin.send('GET', `/dashboard/${slice}`)
    expect(status).toBe(200)
    shown = body.data.length ?? body.data.applications.total
  })
  return { shown, statements: statements.length }
}

const expected = 1

it('runs the same number of statements for the dashboard, however many records there are', async () => {
  await fill()
  expect(await get('summary')).toEqual({ shown: 2, statements: expected })
  expect(await get('attention')).toEqual({ shown: 5, statements: expected })
  expect(await get('focus')).toEqual({ shown: 3, statements: expected })
  for (let times = 0; times < 20; times++) await fill()
  expect(await get('summary')).toEqual({ shown: 42, statements: expected })
  expect(await get('attention')).toEqual({ shown: 50, statements: expected })
  expect(await get('focus')).toEqual({ shown: 10, statements: expected })
})
