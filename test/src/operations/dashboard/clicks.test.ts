import { expect, it } from 'vitest'
import { readClicksPerDay } from '../../../../src/operations/dashboard/clicks.ts'
import { daysFromToday, today } from '../../../../src/record/rules/day.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

it('counts the clicks of 28 full days, of the same days before them, and apart from them those of today', async () => {
  const world = await makeWorld()
  const admin = await makePerson(world)
  const app_id = (await makeApplication(admin)).id
  const clicks = async (days: number, count: number, status = 'ok') => {
    const company_id = (await makeCompany(admin)).id
    const body = { date: daysFromToday(days), app_id, company_id, clicks: count, status }
    expect((await admin.send('POST', '/analytics/clicks', body)).status).toBe(201)
  }
  await clicks(0, 5)
  await clicks(0, 2, 'pending')
  await clicks(0, 90, 'rejected')
  await clicks(-1, 3)
  await clicks(-28, 8)
  await clicks(-29, 4)
  await clicks(-56, 6)
  await clicks(-57, 90)
  await clicks(1, 90)
  const days = await readClicksPerDay(world.database.read, today())
  expect(days.map(({ date }) => date)).toEqual(
    Array.from({ length: 29 }, (_, index) => daysFromToday(index - 28)),
  )
  expect(days.filter((day) => day.clicks > 0 || day.clicks_before !== 0)).toEqual([
    { date: daysFromToday(-28), clicks: 8, clicks_before: 6 },
    { date: daysFromToday(-1), clicks: 3, clicks_before: 4 },
    { date: today(), clicks: 7, clicks_before: null },
  ])
})
