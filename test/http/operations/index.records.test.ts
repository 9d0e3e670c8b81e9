import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication, makeCompany, makeKeyword, makeStrategy, valid } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
let manager: TestUser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
})

describe.each(Object.keys(valid))('%s', (path) => {
  it('reports every error at once', async () => {
    const { body } = await admin.send('POST', path, { status: 5, created_by: 1 })
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['status']))
    expect(Object.keys(body.errors).length).toBeGreaterThan(1)
  })

  it('ignores unknown and read-only fields with a warning', async () => {
    const ignored = {
      id: 999_999_999,
      created_at: 'x',
      created_by: 1,
      native_id: 'mine',
      deleted_at: 'x',
      colour: 'red',
    }
    const { status, body } = await admin.send('POST', path, { ...(await valid[path]!(admin)), ...ignored })
    expect(status).toBe(201)
    expect(body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual(
      Object.keys(ignored).sort(),
    )
    for (const [field, value] of Object.entries(ignored)) expect(body.data[field], field).not.toBe(value)
    const stored = (await admin.send('GET', `${path}/${body.data.id}`)).body.data
    for (const [field, value] of Object.entries(ignored)) expect(stored[field], field).not.toBe(value)
    expect(body.data.created_by).toEqual({ type: 'user', id: admin.id, name: admin.name })
  })

  it('leaves the record unchanged by an empty PATCH', async () => {
    const { id } = (await admin.send('POST', path, await valid[path]!(admin))).body.data
    const before = await admin.send('GET', `${path}/${id}`)
    const { status, body } = await admin.send('PATCH', `${path}/${id}`, {})
    expect(status).toBe(200)
    expect(body).toEqual(before.body)
  })

  it('returns 412 when the record changed since the ETag of If-Match', async () => {
    const { id } = (await admin.send('POST', path, await valid[path]!(admin))).body.data
    const { headers } = await admin.send('GET', `${path}/${id}`)
    const field = path === '/keywords' ? 'keyword' : 'name'
    const ifMatch = { 'if-match': String(headers.etag) }
    const first = await admin.send('PATCH', `${path}/${id}`, { [field]: `One ${id}` }, ifMatch)
    expect(first.status).toBe(200)
    const second = await admin.send('PATCH', `${path}/${id}`, { [field]: `Two ${id}` }, ifMatch)
    expect(second).toMatchObject({ status: 412, body: { current_etag: first.headers.etag } })
    const stored = await admin.send('GET', `${path}/${id}`)
    expect(stored.headers.etag).toBe(first.headers.etag)
    const unchanged = await admin.send('GET', `${path}/${id}`, undefined, {
      'if-none-match': String(stored.headers.etag),
    })
    expect(unchanged.status).toBe(304)
  })

  it('replays a repeated POST, and returns 404 once the record is deleted', async () => {
    const body = await valid[path]!(admin)
    const key = { 'idempotency-key': `${path}-${Math.random()}` }
    const first = await admin.send('POST', path, body, key)
    const second = await admin.send('POST', path, body, key)
    expect(first.headers.location).toBe(`http://ops.test/api/v1${path}/${first.body.data.id}`)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    const url = `${path}/${first.body.data.id}`
    expect((await admin.send('DELETE', url)).status).toBe(204)
    for (const [method, sent] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await admin.send(method, url, sent)).status).toBe(404)
    const ids = (await admin.send('GET', path)).body.data.map(({ id }: { id: number }) => id)
    expect(ids).not.toContain(first.body.data.id)
  })
})

it.each(['/applications', '/companies', '/strategies'])(
  'accepts owner_id from admins only: %s',
  async (path) => {
    const body = await valid[path]!(admin)
    const rejected = await manager.send('POST', path, { ...body, owner_id: manager.id })
    expect(rejected.body.errors).toEqual({ owner_id: ['The owner id field is prohibited.'] })
    const own = (await manager.send('POST', path, body)).body.data
    expect(own.owner).toEqual({ id: manager.id, name: manager.name })
    const changed = await manager.send('PATCH', `${path}/${own.id}`, { owner_id: null })
    expect(changed.body.errors).toEqual({ owner_id: ['The owner id field is prohibited.'] })
    const cleared = (await admin.send('PATCH', `${path}/${own.id}`, { owner_id: null })).body.data
    expect(cleared.owner).toBeNull()
  },
)

it('reports a prohibited owner_id together with all other errors', async () => {
  const { body } = await manager.send('POST', '/applications', { owner_id: 'x', platform: 'ios' })
  expect(body.errors).toEqual({
    name: ['The name field is required.'],
    status: ['The status field is required.'],
    owner_id: ['The owner id field is prohibited.'],
  })
  const byAdmin = await admin.send('POST', '/applications', { owner_id: 'x' })
  expect(byAdmin.body.errors).toHaveProperty('owner_id', ['The owner id field must be an integer.'])
})

it.each([
  ['/applications', ['company_id', 'owner_id']],
  ['/contacts', ['company_id', 'application_id', 'strategy_id']],
  ['/strategies', ['company_id', 'application_id', 'owner_id']],
  ['/keywords', ['company_id', 'application_id', 'position', 'search_volume']],
])('sets a number to null when it is sent as blank text: %s', async (path, fields) => {
  const company_id = (await makeCompany(admin)).id
  const application_id = (await makeApplication(admin)).id
  const strategy_id = (await makeStrategy(admin)).id
  const all = { company_id, application_id, strategy_id, owner_id: admin.id, position: 7, search_volume: 9 }
  const { id } = (await admin.send('POST', path, await valid[path]!(admin))).body.data
  const patch = async (fields: object) => (await admin.send('PATCH', `${path}/${id}`, fields)).body.data
  for (const field of fields)
    for (const blank of ['', '  ']) {
      const name = field.replace(/_id$/, '')
      expect((await patch({ [field]: all[field as keyof typeof all] }))[name], field).not.toBeNull()
      expect((await patch({ [field]: blank }))?.[name], field).toBeNull()
    }
})

it('accepts enumerations in any case, trims texts and stores blank texts as null', async () => {
  const body = {
    name: '  Name ',
    platform: ' IOS',
    status: 'Active',
    store_url: ' https://a.test ',
    bundle_id: '',
  }
  const { data } = (await admin.send('POST', '/applications', body)).body
  expect(data).toMatchObject({ name: 'Name', platform: 'ios', status: 'active', store_url: 'https://a.test' })
  expect(data.bundle_id).toBeNull()
  const cleared = await admin.send('PATCH', `/applications/${data.id}`, { store_url: '' })
  expect(cleared.body.data.store_url).toBeNull()
  const keyword = await makeKeyword(admin, { country: 'cy', priority: 'Urgent' })
  expect(keyword).toMatchObject({ country: 'CY', priority: 'critical', status: 'new' })
})
