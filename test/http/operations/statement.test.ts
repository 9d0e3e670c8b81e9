import { beforeAll, expect, it } from 'vitest'
import { makeApplication, makeCompany, makeStrategy } from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld } from '../../support/world.ts'

let admin: Somebody
let company: number
beforeAll(async () => {
  admin = await makePerson(await makeWorld())
  company = (await makeCompany(admin)).id
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

// Something of each kind that the dashboard shows.
async function fill(): Promise<void> {
  await makeStrategy(admin, { status: 'active', ends_on: daysAgo(3) })
  await makeApplication(admin)
  const { id } = await makeApplication(admin)
  const clicks = { app_id: id, company_id: company }
  await admin.send('POST', '/analytics/clicks', { ...clicks, date: daysAgo(10), clicks: 100 })
  await admin.send('POST', '/analytics/clicks', { ...clicks, date: daysAgo(1), clicks: 10 })
}

async function ask(slice: string) {
  let shown = 0
  const statements = await statementsOf(async () => {
    const { status, body } = await admin.send('GET', `/dashboard/${slice}`)
    expect(status).toBe(200)
    shown = body.data.length ?? body.data.applications.total
  })
  return { shown, statements: statements.length }
}

// One for the token and its owner, one for the answer.
const asked = 2

it('asks as many statements for the dashboard, however much there is', async () => {
  await fill()
  expect(await ask('summary')).toEqual({ shown: 2, statements: asked })
  expect(await ask('attention')).toEqual({ shown: 5, statements: asked })
  expect(await ask('focus')).toEqual({ shown: 3, statements: asked })
  for (let times = 0; times < 20; times++) await fill()
  expect(await ask('summary')).toEqual({ shown: 42, statements: asked })
  expect(await ask('attention')).toEqual({ shown: 50, statements: asked })
  expect(await ask('focus')).toEqual({ shown: 10, statements: asked })
})
