import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { applyForm, type Fields, previewRows } from '../../../support/bulk.ts'
import { makeDecision, makeSignal, makeTask, root, sql } from '../../../support/makers.ts'
import { makeKeyword } from '../../../support/operations.ts'
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
describe('the form of a list', () => {
  it('has a check box for each row, all that the filter selects, and a control for each field', async () => {
    const [id] = await signals(['Ticked'])
    const { body } = await admin.get('/admin/signals?status=open')
    expect(body).toContain(`name="ids" value="${id}" form="bulk" aria-label="Tick: Ticked"`)
    expect(body).toContain('action="/admin/signals/bulk?status=open"')
    expect(body).toMatch(/name="all" value="1"[^>]*> All \d+ that the filter selects/)
    for (const name of ['status', 'severity']) expect(body).toContain(`name="field" value="${name}"`)
    const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect((await inactive.get('/admin/signals')).body).not.toContain('name="ids"')
    expect((await admin.get('/admin/insights')).body).not.toContain('name="ids"')
  })

  it.each([
    ['signals', ['status', 'severity']],
    ['tasks', ['status', 'priority', 'owner', 'due_at']],
    ['decisions', ['status', 'owner', 'review_at']],
    ['keywords', ['status', 'priority']],
    ['applications', ['status', 'owner']],
    ['improvements', ['status', 'priority']],
    ['service-tasks', ['status', 'priority', 'owner', 'due_at']],
    ['bugs', ['status', 'severity']],
  ])('of %s offers %o', async (collection, names) => {
    if (collection === 'tasks') await makeTask(world)
    if (collection === 'decisions') await makeDecision(world)
    for (const name of names) {
      const fields = { ids: '999999', field: name, value: name === 'owner' ? people.admin.name : 'low' }
      const { status, body } = await admin.post(`/admin/${collection}/bulk`, fields)
      expect(status).toBe(422)
      expect(body).not.toContain('id="error-field"')
    }
    const other = await admin.post(`/admin/${collection}/bulk`, { ids: '1', field: 'title', value: 'x' })
    expect(other.status).toBe(422)
    expect(other.body).toContain('id="error-field"')
  })
})

describe('a change of several signals', () => {
  it('is previewed, asks for one resolution, and is carried out in one transaction', async () => {
    const ids = await signals(['Stale 1', 'Stale 2', 'Stale 3'])
    const preview = await admin.post('/admin/signals/bulk?q=stale', {
      ids,
      field: 'status',
      value: 'resolved',
    })
    expect(preview.status).toBe(200)
    expect(previewRows(preview, 'changes')).toEqual([
      ['Stale 1', 'Open', 'Resolved'],
      ['Stale 2', 'Open', 'Resolved'],
      ['Stale 3', 'Open', 'Resolved'],
    ])
    expect((await read(`signals/${ids[0]}`)).signal.status).toBe('open')
    const { action, fields, button } = applyForm(preview)
    expect([action, button]).toEqual(['/admin/signals/bulk?q=stale', 'Apply'])
    const without = await admin.post(action, { ...fields, resolution: ' ' })
    expect(without.status).toBe(422)
    expect(without.body).toContain('id="error-resolution"')
    const applied = await admin.post(action, { ...fields, resolution: 'Fixed in 4.2' })
    expect([applied.status, applied.location]).toEqual([303, '/admin/signals?q=stale'])
    expect((await admin.get('/admin/signals?q=stale')).body).toContain('3 signals changed.')
    for (const id of ids)
      expect((await read(`signals/${id}`)).signal).toMatchObject({
        status: 'resolved',
        resolution: 'Fixed in 4.2',
      })
    const [{ transactions, surfaces }] = (await sql(
      world,
      `select count(distinct transaction_id)::int as transactions, array_agg(distinct surface) as surfaces
        from history where record_type = 'signal' and event = 'status_changed' and record_id = any($1::bigint[])`,
      ids,
    )) as [{ transactions: number; surfaces: string[] }]
    expect([transactions, surfaces]).toEqual([1, ['admin']])
  })

  it('is about all that the filter selects, whose parameters may be in the address or in the form', async () => {
    await signals(['Every 1', 'Every 2', 'Other'], { severity: 'low' })
    const change = { all: '1', field: 'severity', value: 'high' }
    const byAddress = await admin.post('/admin/signals/bulk?q=every', change)
    const byForm = await admin.post('/admin/signals/bulk', { ...change, q: 'every', status: 'open' })
    for (const page of [byAddress, byForm])
      expect(previewRows(page, 'changes')).toEqual([
        ['Every 1', 'Low', 'High'],
        ['Every 2', 'Low', 'High'],
      ])
    const { action, fields } = applyForm(byForm)
    expect((await admin.post(action, fields)).location).toBe('/admin/signals?q=every&status=open')
    const wrong = await admin.post('/admin/signals/bulk?severity=zzz', change)
    expect(wrong.status).toBe(422)
  })

  it('is 422 without a row, with a bad value, and with more than 500 rows, whose number it says', async () => {
    const change = { field: 'severity', value: 'high' }
    const [id = ''] = await signals(['One'])
    const messages = async (fields: Fields) => {
      const { status, body } = await admin.post('/admin/signals/bulk', fields)
      expect(status).toBe(422)
      return body
    }
    expect(await messages(change)).toContain('Tick at least one row.')
    expect(await messages({ ...change, ids: '999999' })).toContain('None of these rows exists.')
    expect(await messages({ ...change, ids: 'x' })).toContain('The selected rows are invalid.')
    expect(await messages({ ids: id, field: 'severity', value: 'extreme' })).toContain('id="error-value"')
    expect(await messages({ ids: id, field: 'severity', value: '' })).toContain('id="error-value"')
    expect(await messages({ ids: id, value: 'high' })).toContain('id="error-field"')
    const many = Array.from({ length: 501 }, (_, index) => String(index + 1))
    expect(await messages({ ...change, ids: many })).toContain('501 rows are selected. At most 500')
    await sql(
      world,
      `insert into signals (signal_type, title, credential, created_by, updated_by)
        select 'risk', 'Flood', '', '{}', '{}' from generate_series(1, 1203)`,
    )
    const all = await admin.post('/admin/signals/bulk?q=flood', { ...change, all: '1' })
    expect(all.status).toBe(422)
    expect(all.body).toContain('1,203 rows are selected. At most 500')
    await sql(world, `delete from signals where title = 'Flood'`)
  })

  it('is 409 with the question again if a record was changed meanwhile', async () => {
    const ids = await signals(['Race 1', 'Race 2'])
    const { action, fields } = applyForm(
      await admin.post('/admin/signals/bulk', { ids, field: 'severity', value: 'critical' }),
    )
    await world.send('PATCH', `${root}/signals/${ids[1]}`, { title: 'Race 2 again' })
    const rejected = await admin.post(action, fields)
    expect(rejected.status).toBe(409)
    expect(rejected.body).toContain('Nothing was changed.')
    expect(rejected.body).toContain('Race 2 again')
    expect((await read(`signals/${ids[0]}`)).signal.severity).toBe('medium')
    const again = applyForm(rejected)
    for (const versions of ['', `${ids[0]}:1`, 'x'])
      expect((await admin.post(again.action, { ...again.fields, _versions: versions })).status).toBe(409)
    expect((await admin.post(again.action, again.fields)).status).toBe(303)
    for (const id of ids) expect((await read(`signals/${id}`)).signal.severity).toBe('critical')
  })

  it('leaves alone what is so already', async () => {
    const ids = await signals(['Medium', 'Low'])
    await world.send('PATCH', `${root}/signals/${ids[1]}`, { severity: 'low' })
    const page = await admin.post('/admin/signals/bulk', { ids, field: 'severity', value: 'low' })
    expect(previewRows(page, 'changes')).toEqual([['Medium', 'Medium', 'Low']])
    expect(page.body).toContain('1 signal already so.')
    const nothing = await admin.post('/admin/signals/bulk', {
      ids: ids[1] ?? '',
      field: 'severity',
      value: 'low',
    })
    expect(nothing.body).toContain('Nothing is left to change.')
  })
})

it('warns of the blockers and resolutions that a status removes, and of a block without a reason', async () => {
  const [signal = ''] = await signals(['Again'], { status: 'resolved', resolution: 'Fixed' })
  const task = await makeTask(world, { blocked_by: 'The store' })
  const taskId = String(task.id)
  for (const [collection, ids, value, warning] of [
    [
      'signals',
      signal,
      'acknowledged',
      'The resolution is removed, because the signal is acknowledged again.',
    ],
    [
      'tasks',
      taskId,
      'done',
      'The blocked by is removed, because the task is done. It was &quot;The store&quot;.',
    ],
    ['tasks', taskId, 'blocked', 'The task is blocked without a reason.'],
  ] as const) {
    const preview = await admin.post(`/admin/${collection}/bulk`, { ids, field: 'status', value })
    expect(preview.body).toContain(warning)
    const { action, fields } = applyForm(preview)
    const { location } = await admin.post(action, fields)
    expect((await admin.get(location ?? '')).body).toContain(warning)
  }
  expect((await read(`signals/${signal}`)).signal).toMatchObject({ status: 'acknowledged', resolution: null })
  expect((await read(`tasks/${taskId}`)).task).toMatchObject({ status: 'blocked', blocked_by: null })
})

it('takes the value of the pressed button where the form of the list sends all of them', async () => {
  const { id } = await makeKeyword(people.admin)
  const fields = { ids: String(id), field: 'priority', value: ['paused', 'high'] }
  const page = await admin.post('/admin/keywords/bulk', fields)
  expect(previewRows(page, 'changes')[0]?.at(-1)).toBe('High')
})
