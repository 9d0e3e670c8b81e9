import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { applyForm, previewRows } from '../../../support/bulk.ts'
import { makeDecision, makeRule, makeSignal, makeTask, root } from '../../../support/makers.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
let manager: Browser
let people: { admin: TestUser; manager: TestUser }
beforeAll(async () => {
  world = await makeWorld()
  people = { admin: await makePerson(world), manager: await makePerson(world, 'manager') }
  admin = await signIn(world, people.admin)
  manager = await signIn(world, people.manager)
  await admin.get('/admin/signals')
  await manager.get('/admin/signals')
})

const signals = async (titles: string[], fields = {}) => {
  const made = []
  for (const title of titles) made.push(await makeSignal(world, { title, ...fields }))
  return made.map(({ id }) => String(id))
}
const read = async (path: string) => (await world.send('GET', `${root}/${path}`)).body
describe('what may not be changed', () => {
  it('is listed with the reason, and the rest is done without it', async () => {
    const own = await makeApplication(people.manager, { name: 'Own' })
    const theirs = await makeApplication(people.admin, { name: 'Theirs' })
    const archived = await makeApplication(people.manager, { name: 'Archived' })
    await people.manager.send('POST', `/applications/${archived.id}/archive`)
    const ids = [own, theirs, archived].map(({ id }) => String(id))
    const preview = await manager.post('/admin/applications/bulk', { ids, field: 'status', value: 'paused' })
    expect(previewRows(preview, 'changes').map(([title]) => title)).toEqual(['Own'])
    expect(previewRows(preview, 'refused')).toEqual([
      ['Theirs', 'You may not change this application.'],
      ['Archived', 'It cannot be changed in its present state.'],
    ])
    const { action, fields, button } = applyForm(preview)
    expect(button).toBe('Apply without these')
    expect((await manager.post(action, fields)).status).toBe(303)
    const status = async (id: number) =>
      (await people.admin.send('GET', `/applications/${id}`)).body.data.status
    expect([await status(own.id), await status(theirs.id)]).toEqual(['paused', theirs.status])
    const owner = { ids: ids[0] ?? '', field: 'owner', value: people.admin.name }
    expect((await manager.post('/admin/applications/bulk', owner)).status).toBe(422)
    const byAdmin = applyForm(await admin.post('/admin/applications/bulk', { ...owner, ids }))
    expect((await admin.post(byAdmin.action, byAdmin.fields)).status).toBe(303)
    const { body } = await people.admin.send('GET', `/applications/${own.id}`)
    expect(body.data.owner.name).toBe(people.admin.name)
  })

  it('is what a canon rule refuses, or holds for an admin', async () => {
    const guarded = async (title: string, guard_when: string, guard_effect: string) => {
      const { id } = await makeRule(world, { title, status: 'active' })
      await admin.confirm(`/admin/canon-rules/${id}/approve`)
      const guard = { guard_when, guard_effect, guard_message: `${title}!` }
      expect((await admin.confirm(`/admin/canon-rules/${id}/guard`, guard)).status).toBe(303)
      return id
    }
    const rule = await guarded('No', `after.title == 'Refused' && write.action == 'change'`, 'refuse')
    const ask = await guarded('Ask', `after.title == 'Held' && write.action == 'change'`, 'propose')
    const ids = await signals(['Refused', 'Held', 'Free'])
    const change = { ids, field: 'severity', value: 'high' }
    const preview = await manager.post('/admin/signals/bulk', change)
    expect(previewRows(preview, 'refused')).toEqual([
      ['Refused', 'No!'],
      ['Held', 'Ask! Alone, the change becomes a proposal.'],
    ])
    const { action, fields } = applyForm(preview)
    expect((await manager.post(action, fields)).status).toBe(303)
    const severities = await Promise.all(ids.map(async (id) => (await read(`signals/${id}`)).signal.severity))
    expect(severities).toEqual(['medium', 'medium', 'high'])
    const byAdmin = await admin.post('/admin/signals/bulk', change)
    expect(previewRows(byAdmin, 'refused').map(([title]) => title)).toEqual(['Refused'])
    for (const id of [rule, ask])
      await world.send('PATCH', `${root}/canon-rules/${id}`, { status: 'archived' })
  })

  it('is 403 for a person who may not write', async () => {
    const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    await inactive.get('/admin/signals')
    const change = { ids: '1', field: 'severity', value: 'high' }
    expect((await inactive.post('/admin/signals/bulk', change)).status).toBe(403)
    expect((await admin.post('/admin/insights/bulk', { ids: '1' })).status).toBe(405)
  })
})

it('finishes tasks of which one waits for another, gives them an owner, and says what follows', async () => {
  const first = await makeTask(world, { title: 'First' })
  const second = await makeTask(world, { title: 'Second', status: 'blocked', blocked_by: first.id })
  const ids = [first, second].map(({ id }) => String(id))
  const done = applyForm(await admin.post('/admin/tasks/bulk', { ids, field: 'status', value: 'done' }))
  expect((await admin.post(done.action, done.fields)).status).toBe(303)
  for (const id of ids) expect((await read(`tasks/${id}`)).task.status).toBe('done')
  const owner = applyForm(
    await admin.post('/admin/tasks/bulk', { ids, field: 'owner', value: people.manager.name }),
  )
  expect((await admin.post(owner.action, owner.fields)).status).toBe(303)
  expect((await read(`tasks/${ids[0]}`)).task.owner_user).toEqual({
    id: people.manager.id,
    name: people.manager.name,
  })
  const { id } = await makeDecision(world, { title: 'Grow' })
  await makeTask(world, { title: 'Left', product_decision_id: id })
  const cancelled = applyForm(
    await admin.post('/admin/decisions/bulk', { ids: String(id), field: 'status', value: 'Cancelled' }),
  )
  await admin.post(cancelled.action, cancelled.fields)
  expect((await admin.get('/admin/decisions')).body).toContain(
    'Tasks of the cancelled decision are still open',
  )
})
