import { expect, it } from 'vitest'
import { listDueDates } from '../../../src/catalog/due-dates.ts'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import { makeDecision, makeTask, sql } from '../../support/makers.ts'
import { makeStrategy } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { token } from '../../support/world.ts'

it('lists what is due in a period in every module, earliest first', async () => {
  const assistant = await makeAssistantWorld()
  const world = {
    ...assistant,
    send: (method: string, path: string, body?: unknown) =>
      assistant.send(method, path, body, { 'x-portfolio-token': token }),
  }
  const admin = await makePerson(assistant)
  const decision = await makeDecision(world, { title: 'Scale', review_at: '2030-01-31' })
  const task = await makeTask(world, { title: 'Draw', due_at: '2030-01-01' })
  const strategy = await makeStrategy(admin, { name: 'Autumn', status: 'active', ends_on: '2030-01-20' })
  const serviceTask = await make(assistant, '/api/tasks', { title: 'Measure', due_at: '2030-01-10' })
  // Neither what is done nor what is due outside the period.
  await makeDecision(world, { review_at: '2030-01-15', status: 'reviewed' })
  await makeTask(world, { due_at: '2030-01-15', status: 'done' })
  await makeTask(world, { due_at: '2030-02-01' })
  await makeTask(world, { due_at: '2029-12-31' })
  await makeTask(world)
  await makeStrategy(admin, { status: 'draft', ends_on: '2030-01-15' })
  await make(assistant, '/api/tasks', { title: 'T', due_at: '2030-01-15', status: 'cancelled' })
  const { id } = await makeStrategy(admin, { status: 'active', ends_on: '2030-01-15' })
  await admin.send('DELETE', `/strategies/${id}`)
  const due = (from: string, to: string) => listDueDates(assistant.database.read, { from, to })
  expect(await due('2030-01-01', '2030-01-31')).toEqual([
    { record_type: 'task', id: task.id, title: 'Draw', date: '2030-01-01' },
    { record_type: 'service_task', id: serviceTask.id, title: 'Measure', date: '2030-01-10' },
    { record_type: 'strategy', id: strategy.id, title: 'Autumn', date: '2030-01-20' },
    { record_type: 'decision', id: decision.id, title: 'Scale', date: '2030-01-31' },
  ])
  await sql(
    assistant,
    `insert into tasks (title, product_id, due_at, created_by, updated_by)
    select 'Many', product_id, '2031-01-01', created_by, updated_by from decisions, generate_series(1, 600) where id = $1`,
    decision.id,
  )
  expect(await due('2031-01-01', '2031-01-01')).toHaveLength(500)
})
