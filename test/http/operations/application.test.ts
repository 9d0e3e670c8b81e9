import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication, makeCompany, makeStrategy } from '../../support/operations.ts'
import { makePerson, type Somebody } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: Somebody
let manager: Somebody
let colleague: Somebody
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
  colleague = await makePerson(world, 'manager')
})

const at = (id: number, rest = '') => `/applications/${id}${rest}`
const history = async (path: string) => (await admin.send('GET', `${path}/history`)).body.data
const events = async (path: string) => (await history(path)).map(({ event }: { event: string }) => event)

describe('the archive', () => {
  it('takes an application out of sight and out of change, and gives it back as it was', async () => {
    const { id } = await makeApplication(manager, { status: 'paused' })
    const archived = await manager.send('POST', at(id, '/archive'))
    expect(archived).toMatchObject({ status: 200, body: { data: { id, status: 'archived' } } })
    expect(archived.body.data.archived_at).toMatch(/Z$/)
    expect(archived.body.data).not.toHaveProperty('status_before')
    const again = await manager.send('PUT', at(id, '/archive'))
    expect(again.body.data).toEqual(archived.body.data)

    const ids = async (query: string) =>
      (await admin.send('GET', `/applications?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('')).not.toContain(id)
    expect(await ids('include_archived=1')).toContain(id)
    expect(await ids('status=archived')).toContain(id)

    const changed = await manager.send('PATCH', at(id), { name: 'Other' })
    expect(changed).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await colleague.send('PATCH', at(id), { name: 'Other' })).status).toBe(403)

    const restored = await manager.send('DELETE', at(id, '/archive'))
    expect(restored.body.data).toMatchObject({ status: 'paused', archived_at: null })
    expect((await manager.send('DELETE', at(id, '/archive'))).body.data).toEqual(restored.body.data)
    expect(await events(at(id))).toEqual(['restored', 'archived', 'created'])
  })

  it.each(['POST', 'PATCH', 'PUT'])('is conditional on what the caller saw: %s', async (method) => {
    const { id } = await makeApplication(manager)
    const archive = (tag: string, by = manager) =>
      by.send(method, at(id, '/archive'), undefined, { 'if-match': tag })
    const tag = async () => String((await manager.send('GET', at(id))).headers.etag)
    const before = await tag()
    await manager.send('PATCH', at(id), { name: 'Other' })
    expect((await archive(before, colleague)).status).toBe(403)
    expect(await archive(before)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    expect((await manager.send('GET', at(id))).body.data.status).toBe('active')
    const archived = await archive(await tag())
    expect([archived.status, archived.headers.etag]).toEqual([200, await tag()])
  })

  it('lets an archived application be deleted', async () => {
    const { id } = await makeApplication(manager)
    await manager.send('PATCH', at(id, '/archive'))
    expect((await manager.send('DELETE', at(id))).status).toBe(204)
    expect((await manager.send('DELETE', at(id, '/archive'))).status).toBe(404)
    expect((await admin.send('GET', at(id, '/history'))).status).toBe(404)
  })
})

describe('ownership', () => {
  it('is judged after the body and the record, before If-Match', async () => {
    const { id } = await makeApplication(admin)
    const stale = { 'if-match': 'W/"other"' }
    expect((await manager.send('PATCH', at(id), { status: 'x' }, stale)).status).toBe(422)
    expect((await manager.send('PATCH', at(999_999_999), {}, stale)).status).toBe(404)
    const refused = await manager.send('PATCH', at(id), {}, stale)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ message: 'This action is unauthorized.', code: 'policy_denied' })
    await admin.send('PATCH', at(id), { owner_id: manager.id })
    expect((await manager.send('PATCH', at(id), {}, stale)).status).toBe(412)
    expect((await manager.send('PATCH', at(id), {})).status).toBe(200)
    expect((await manager.send('PUT', at(id), {})).status).toBe(405)
  })
})

describe('history', () => {
  it('tells who changed what, by which token, in which request', async () => {
    const { id } = await makeApplication(manager, { name: 'Before' })
    const headers = { 'x-request-id': 'request-of-the-test' }
    await admin.send('PATCH', at(id), { name: 'After' }, headers)
    await admin.send('PATCH', at(id), { name: 'After', platform: 'ios' })
    await admin.send('PATCH', at(id), { owner_id: colleague.id })
    await admin.send('PATCH', at(id), { status: 'blocked' })
    await admin.send('POST', at(id, '/notes'), { body: 'Hm.' })
    await admin.send('PATCH', `${at(id)}?dry_run=1`, { name: 'Never' })
    expect(await events(at(id))).toEqual([
      'note_added',
      'status_changed',
      'owner_changed',
      'updated',
      'created',
    ])
    const [, , owned, updated, created] = await history(at(id))
    expect(owned.changes).toEqual({ owner_id: { from: manager.id, to: colleague.id } })
    expect(updated).toEqual({
      id: expect.any(Number),
      event: 'updated',
      actor: { type: 'user', id: admin.id, name: admin.name },
      token: { id: admin.token_id, name: 'test' },
      changes: { name: { from: 'Before', to: 'After' } },
      surface: 'http',
      request_id: 'request-of-the-test',
      created_at: expect.stringMatching(/Z$/),
    })
    expect(created.changes).toMatchObject({ name: { from: null, to: 'Before' } })
  })

  it('is read on by cursor', async () => {
    const { id } = await makeApplication(manager)
    for (const name of ['B', 'C', 'D']) await manager.send('PATCH', at(id), { name })
    const first = await admin.send('GET', at(id, '/history?per_page=3'))
    expect(first.body.data).toHaveLength(3)
    const { next_cursor } = first.body.meta
    const second = await admin.send('GET', at(id, `/history?per_page=3&cursor=${next_cursor}`))
    expect(second.body.data.map(({ event }: { event: string }) => event)).toEqual(['created'])
    expect(second.body.meta).toMatchObject({ current_page: null, from: null, to: null, next_cursor: null })
    const both = await admin.send('GET', at(id, `/history?page=2&cursor=${next_cursor}`))
    expect(both.status).toBe(422)
    expect((await admin.send('POST', at(id, '/history'), {})).status).toBe(405)
  })
})

describe.each(['applications', 'companies', 'strategies'])('notes about %s', (kind) => {
  const make = { applications: makeApplication, companies: makeCompany, strategies: makeStrategy }[kind]!

  it('are written by managers about anything, and removed by their author or an admin', async () => {
    const { id } = await make(admin)
    const notes = `/${kind}/${id}/notes`
    const { status, body, headers } = await manager.send('POST', notes, { body: ' Look <b>here</b> ' })
    expect(status).toBe(201)
    expect(headers.location).toBeUndefined()
    expect(body.data).toEqual({
      id: expect.any(Number),
      body: 'Look <b>here</b>',
      author: { type: 'user', id: manager.id, name: manager.name },
      created_at: expect.stringMatching(/Z$/),
    })
    await colleague.send('POST', notes, { body: 'Second.' })
    const listed = (await admin.send('GET', notes)).body
    expect(listed.data.map((note: { body: string }) => note.body)).toEqual(['Second.', 'Look <b>here</b>'])
    expect(listed.meta.total).toBe(2)
    const [second, first] = listed.data
    expect((await colleague.send('DELETE', `${notes}/${first.id}`)).status).toBe(403)
    expect((await manager.send('DELETE', `${notes}/${first.id}`)).status).toBe(204)
    expect((await admin.send('DELETE', `${notes}/${second.id}`)).status).toBe(204)
    expect((await admin.send('DELETE', `${notes}/${second.id}`)).status).toBe(404)
    const other = await make(admin)
    const elsewhere = (await admin.send('POST', `/${kind}/${other.id}/notes`, { body: 'x' })).body.data
    expect((await admin.send('DELETE', `${notes}/${elsewhere.id}`)).status).toBe(404)
    for (const text of ['', 'x'.repeat(10_001), null])
      expect((await manager.send('POST', notes, { body: text })).status).toBe(422)
  })
})

it.each(['contacts', 'keywords'])('keeps no notes and shows no history of %s', async (kind) => {
  for (const rest of ['notes', 'history']) {
    expect((await admin.send('GET', `/${kind}/1/${rest}`)).status).toBe(404)
    expect((await admin.send('POST', `/${kind}/1/${rest}`, {})).status).toBe(404)
  }
})
