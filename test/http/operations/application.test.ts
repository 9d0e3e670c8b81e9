import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication, makeContact } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

let admin: TestUser
let manager: TestUser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await makePerson(world, 'admin')
  manager = await makePerson(world, 'manager')
})

const at = (id: number) => `/applications/${id}`

describe('PATCH /applications/{id}', () => {
  it('checks ownership after the body and the record, and before If-Match', async () => {
    const { id } = await makeApplication(admin)
    const stale = { 'if-match': 'W/"other"' }
    expect((await manager.send('PATCH', at(id), { status: 'x' }, stale)).status).toBe(422)
    expect((await manager.send('PATCH', at(999_999_999), {}, stale)).status).toBe(404)
    const rejected = await manager.send('PATCH', at(id), {}, stale)
    expect(rejected.status).toBe(403)
    expect(rejected.body).toMatchObject({ message: 'This action is unauthorized.', code: 'policy_denied' })
    await admin.send('PATCH', at(id), { owner_id: manager.id })
    expect((await manager.send('PATCH', at(id), {}, stale)).status).toBe(412)
    expect((await manager.send('PATCH', at(id), {})).status).toBe(200)
    expect((await manager.send('PUT', at(id), {})).status).toBe(405)
  })
})

describe('DELETE /applications/{id}', () => {
  it('sets the application of its contacts to null', async () => {
    const application = await makeApplication(admin)
    const contact = await makeContact(admin, { application_id: application.id })
    expect((await admin.send('DELETE', at(application.id))).status).toBe(204)
    expect((await admin.send('GET', `/contacts/${contact.id}`)).body.data).toMatchObject({
      application: null,
    })
  })
})
