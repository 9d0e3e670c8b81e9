import { beforeAll, expect, test } from 'vitest'
import { allRecords } from '../../../../../http/admin/records/index.ts'
import { type AdminWorld, makeAdminWorld } from '../../../../support/admin-world.ts'
import { recordForms } from '../../../../support/record-forms.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

test('an application is archived after a confirmation, and restored at once', async () => {
  const address = `/admin/applications/${world.made.applications?.[0]}`
  expect((await world.admin.get(address)).body).not.toContain('Restore')
  expect((await world.admin.get(`${address}/archive`)).body).toContain(
    '<button class="danger">Archive</button>',
  )
  expect((await world.admin.post(`${address}/archive`)).location).toBe(address)
  const archived = (await world.admin.get(address)).body
  expect(archived).not.toContain(`${address}/edit"`)
  expect(archived).toContain(`action="${address}/restore"`)
  expect((await world.admin.post(`${address}/archive`)).status).toBe(409)
  expect((await world.admin.get(`${address}/restore`)).status).toBe(405)
  expect((await world.admin.post(`${address}/restore`)).location).toBe(address)
  expect((await world.admin.get(address)).body).toContain(`${address}/edit"`)
})

test('a manager changes and archives only their own applications, and sets no owner', async () => {
  const fields = { name: 'own', platform: 'ios', status: 'active' }
  const { location = '' } = await world.manager.post('/admin/applications/new', fields)
  expect((await world.manager.get(location)).body).toContain(`${location}/archive"`)
  expect((await world.manager.get(`${location}/edit`)).body).not.toContain('owner_id')
  expect((await world.manager.post(`${location}/edit`, { ...fields, name: 'changed' })).status).toBe(303)
  expect(
    (await world.manager.post(`${location}/edit`, { owner_id: String(world.people.admin.id) })).status,
  ).toBe(422)
  const other = `/admin/applications/${world.made.applications?.[0]}`
  expect((await world.manager.get(other)).body).not.toContain(`${other}/edit"`)
  for (const path of ['edit', 'archive', 'restore', 'delete'])
    expect((await world.manager.post(`${other}/${path}`)).status, path).toBe(403)
})

test('an admin approves a canon rule', async () => {
  const fields = { title: 'Proposed', rule_type: 'freeze-policy', body: 'Freeze.' }
  const { location = '' } = await world.manager.post('/admin/canon-rules/new', fields)
  const approve = `${location}/approve`
  expect((await world.manager.get(location)).body).not.toContain('>Approve<')
  expect((await world.manager.post(approve)).status).toBe(403)
  expect((await world.admin.get('/admin/canon-rules?is_approved=0')).body).toContain(`href="${location}"`)
  expect((await world.admin.get(location)).body).toContain(`action="${approve}"`)
  expect((await world.admin.post(approve)).location).toBe(location)
  const approved = (await world.admin.get(location)).body
  expect(approved).toContain('<strong>Approved</strong>')
  expect(approved).not.toContain(`action="${approve}"`)
  expect((await world.admin.get('/admin/canon-rules?is_approved=1')).body).toContain(`href="${location}"`)
})

test('an agent is switched off after a confirmation, switched on and restarted at once', async () => {
  const address = `/admin/agents/${world.made.agents?.[0]}`
  expect((await world.manager.get(`${address}/switch-off`)).body).toContain(
    '<button class="danger">Switch off</button>',
  )
  expect((await world.manager.post(`${address}/switch-on`)).status).toBe(409)
  for (const path of ['switch-off', 'switch-on', 'restart'])
    expect((await world.manager.confirm(`${address}/${path}`)).location, path).toBe(address)
  const { body } = await world.manager.get(address)
  expect(body).toMatch(/Restarts<\/dt>\s*<dd>1</)
  expect(body).toContain(`href="${address}/switch-off"`)
})

test('the agent "main" can be neither deleted nor renamed', async () => {
  const list = (await world.admin.get('/admin/agents?search=main')).body
  const address = /href="(\/admin\/agents\/\d+)">main</.exec(list)?.[1] ?? ''
  expect((await world.admin.get(address)).body).not.toContain(`${address}/delete"`)
  expect((await world.admin.post(`${address}/delete`)).status).toBe(409)
  expect((await world.admin.post(`${address}/edit`, { name: 'other' })).status).toBe(409)
})

test('the deletion of a record that is in use is 409 and names what refers to it', async () => {
  const { status, body } = await world.admin.confirm(
    `/admin/competitors/${world.made.competitors?.[0]}/delete`,
  )
  expect(status).toBe(409)
  expect(body).toContain('First delete or change the records that refer to this one: 2 competitor reviews.')
})

// In the reverse order of the references between them.
test('a record is deleted after a confirmation', async () => {
  const removable = Object.keys(recordForms)
    .reverse()
    .map((name) => allRecords.find(({ collection }) => collection === name))
  for (const pages of removable) {
    if (!pages?.remove) continue
    const id = world.made[pages.collection]?.[2]
    const address = `/admin/${pages.collection}/${id}`
    expect((await world.admin.get(address)).body).toContain(`href="${address}/delete"`)
    const question = await world.admin.get(`${address}/delete`)
    expect(question.body).toContain('<button class="danger">Delete</button>')
    expect((await world.admin.get(address)).status).toBe(200)
    const { status, location } = await world.admin.post(`${address}/delete`)
    expect({ status, location }, address).toEqual({ status: 303, location: `/admin/${pages.collection}` })
    expect((await world.admin.get(address)).status).toBe(404)
  }
})

test('the question about a deletion says which records refer to the record', async () => {
  const { location = '' } = await world.admin.post('/admin/companies/new', { name: 'In use' })
  const asked = async () => (await world.admin.get(`${location}/delete`)).body
  expect(await asked()).toContain('No other record refers to it.')
  const company_id = location.split('/').at(-1) ?? ''
  for (const name of ['One', 'Two']) await world.admin.post('/admin/contacts/new', { name, company_id })
  await world.admin.post('/admin/strategies/new', { name: 'Grow', company_id, status: 'active' })
  expect(await asked()).toContain('These records refer to it: 2 contacts, 1 strategy.')
})

test('a field keeps its place when it is edited', async () => {
  const { location = '' } = await world.admin.post('/admin/companies/new', { name: 'Ordered' })
  const terms = async () =>
    [...(await world.admin.get(location)).body.matchAll(/<dt>([^<]+)/g)].map(([, term]) => term)
  const before = await terms()
  expect(before).toEqual(expect.arrayContaining(['Country', 'Website']))
  await world.admin.post(`${location}/edit/website`, { website: 'https://ordered.test' })
  await world.admin.post(`${location}/edit/country`, { country: 'DE' })
  expect(await terms()).toEqual(before)
})
