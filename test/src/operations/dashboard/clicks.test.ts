import { expect, it } from 'vitest'
import { readClicksPerDay } from '../../../../src/operations/dashboard/clicks.ts'
import { daysFromToday, today } from '../../../../src/record/rules/day.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

it('counts the clicks of the last seven days and of the same days of the week before', async () => {
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
  await clicks(-6, 3)
  await clicks(-7, 4)
  await clicks(-13, 6)
  await clicks(-14, 90)
  await clicks(1, 90)
  const counts = [
    [3, 6],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [7, 4],
  ]
  expect(await readClicksPerDay(world.database.read, today())).toEqual(
    counts.map(([count, week_before], index) => ({
      date: daysFromToday(index - 6),
      clicks: count,
      week_before,
    })),
  )
})
