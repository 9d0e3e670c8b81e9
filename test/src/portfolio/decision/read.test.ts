import { expect, it } from 'vitest'
import { listDecisionDates } from '../../../../src/portfolio/decision/read.ts'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { makeDecision, root, sql } from '../../../support/makers.ts'
import { makeWorld } from '../../../support/world.ts'

it('lists the days on which decisions were made and reviewed, oldest first', async () => {
  const world = await makeWorld()
  const made = await makeDecision(world, { title: 'Scale' })
  // Recorded afterwards with its final status, which does not count as a review on this day.
  const other = await makeDecision(world, { title: 'Freeze', status: 'reviewed' })
  await sql(
    world,
    `update decisions set created_at = date_trunc('day', now(), 'UTC') - interval '5 days' where id = $1`,
    made.id,
  )
  const patch = (fields: object) => world.send('PATCH', `${root}/decisions/${made.id}`, fields)
  await patch({ status: 'superseded' })
  await patch({ status: 'reviewed' })
  await patch({ title: 'Scale it' })
  const dates = (from: string, time_zone = 'UTC') =>
    listDecisionDates(world.database.read, { from, time_zone })
  const scale = { id: made.id, title: 'Scale it' }
  const created = { ...scale, date: daysFromToday(-5), event: 'created' }
  const reviewed = { ...scale, date: daysFromToday(0), event: 'reviewed' }
  const frozen = { id: other.id, title: 'Freeze', date: daysFromToday(0), event: 'created' }
  expect(await dates(daysFromToday(-5))).toEqual([created, frozen, reviewed])
  expect(await dates(daysFromToday(-4))).toEqual([frozen, reviewed])
  // At midnight in UTC it is the evening of the day before in New York.
  const [first] = await dates(daysFromToday(-6), 'America/New_York')
  expect(first).toEqual({ ...created, date: daysFromToday(-6) })
})
