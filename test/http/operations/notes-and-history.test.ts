import { describe, expect, it } from 'vitest'
import { credentials } from '../../support/credentials.ts'
import { makeApplication, makeCompany, makeStrategy } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()
const admin = await makePerson(world, 'admin')
const manager = await makePerson(world, 'manager')
const colleague = await makePerson(world, 'manager')

const at = (id: number, rest = '') => `/applications/${id}${rest}`
const history = async (path: string) => (await admin.send('GET', `${path}/history`)).body.data

describe('history', () => {
  it('returns each change with its author, token, request and values', async () => {
    const { id } = await makeApplication(manager, { name: 'Before' })
    const headers = { 'x-request-id': 'request-of-the-test' }
    await admin.send('PATCH', at(id), { name: 'After' }, headers)
    await admin.send('PATCH', at(id), { name: 'After', platform: 'ios' })
    await admin.send('PATCH', at(id), { owner_id: colleague.id })
    await admin.send('PATCH', at(id), { status: 'blocked' })
    await admin.send('POST', at(id, '/notes'), { body: 'Hm.' })
    await admin.send('PATCH', `${at(id)}?dry_run=1`, { name: 'Never' })
    const entries = await history(at(id))
    expect(entries.map(({ event }: { event: string }) => event)).toEqual([
      'note_added',
      'status_changed',
      'owner_changed',
      'updated',
      'created',
    ])
    const [, , owned, updated, created] = entries
    expect(owned.changes).toEqual({ owner_id: { from: manager.id, to: colleague.id } })
    expect(updated).toEqual({
      id: expect.any(Number),
      event: 'updated',
      actor: { type: 'user', id: admin.id, name: admin.name },
      token: { id: admin.token_id, name: 'test' },
      approved_by: null,
      reason: null,
      changes: { name: { from: 'Before', to: 'After' } },
      surface: 'http',
      request_id: 'request-of-the-test',
      created_at: expect.stringMatching(/Z$/),
    })
    expect(created.changes).toMatchObject({ name: { from: null, to: 'Before' } })
  })

  it('is paged by cursor', async () => {
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

it('rejects a note with a credential or raw data', async () => {
  const { id } = await makeApplication(admin)
  const errors = async (body: string) => (await admin.send('POST', at(id, '/notes'), { body })).body.errors
  const credential = credentials['GitHub token']
  expect(await errors(`Push with ${credential}.`)).toEqual({
    body: ['The body field must not contain a credential (github). Remove it and revoke it.'],
  })
  expect(await errors('day;installs\n'.repeat(20))).toEqual({
    body: ['The body field must be a summary, not raw data.'],
  })
})

describe.each(['applications', 'companies', 'strategies'])('notes of %s', (kind) => {
  const make = { applications: makeApplication, companies: makeCompany, strategies: makeStrategy }[kind]!

  it('are added to any record by any manager and deleted by their author or an admin', async () => {
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
    const noteOfOther = (await admin.send('POST', `/${kind}/${other.id}/notes`, { body: 'x' })).body.data
    expect((await admin.send('DELETE', `${notes}/${noteOfOther.id}`)).status).toBe(404)
    for (const text of ['', 'x'.repeat(10_001), null])
      expect((await manager.send('POST', notes, { body: text })).status).toBe(422)
  })
})

it.each(['contacts', 'keywords'])('returns 404 for notes and history of %s', async (kind) => {
  for (const rest of ['notes', 'history']) {
    expect((await admin.send('GET', `/${kind}/1/${rest}`)).status).toBe(404)
    expect((await admin.send('POST', `/${kind}/1/${rest}`, {})).status).toBe(404)
  }
})
