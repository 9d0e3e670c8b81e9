import { beforeAll, expect, test } from 'vitest'
import { type AdminWorld, makeAdminWorld } from '../../../../support/admin-world.ts'
import { escaped, hostile } from '../../../../support/form-fields.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

const portfolio = [
  'products',
  'apps',
  'signals',
  'insights',
  'economics',
  'decisions',
  'tasks',
  'canon-rules',
]

test.each([...portfolio, 'applications', 'companies', 'strategies'])(
  'a manager adds and deletes a note of %s',
  async (collection) => {
    const address = `/admin/${collection}/${world.made[collection]?.[0]}`
    const empty = await world.manager.post(`${address}/notes`, { body: ' ' })
    expect(empty.status).toBe(422)
    expect(empty.body).toMatch(/id="field-body"[^>]*aria-describedby="[^"]*error-body/)
    expect((await world.manager.post(`${address}/notes`, { body: `${hostile}\r\nsecond` })).location).toBe(
      `${address}#notes`,
    )
    const { body } = await world.manager.get(address)
    expect(body).toContain(`${escaped}\nsecond`)
    const path = /href="([^"]*\/notes\/\d+\/delete)"/.exec(body)?.[1] ?? ''
    expect((await world.manager.get(path)).body).toContain('<button class="danger">Delete</button>')
    expect((await world.manager.post(path)).status).toBe(303)
    expect((await world.manager.get(address)).body).not.toContain(`${escaped}\nsecond`)
    expect((await world.manager.post(path)).status).toBe(404)
  },
)

test('only its author and admins delete a note', async () => {
  const address = `/admin/companies/${world.made.companies?.[0]}`
  await world.admin.post(`${address}/notes`, { body: 'By the admin' })
  const path = /href="([^"]*\/notes\/\d+\/delete)"/.exec((await world.admin.get(address)).body)?.[1] ?? ''
  expect((await world.manager.get(address)).body).not.toContain(path)
  expect((await world.manager.post(path)).status).toBe(403)
  expect((await world.inactive.post(`${address}/notes`, { body: 'x' })).status).toBe(403)
  expect((await world.admin.post(path)).status).toBe(303)
})

test('notes are paged, newest first', async () => {
  const address = `/admin/strategies/${world.made.strategies?.[0]}`
  for (let number = 1; number <= 21; number += 1)
    await world.admin.post(`${address}/notes`, { body: `Note ${number}.` })
  const newest = (await world.admin.get(address)).body
  expect(newest).toContain('Note 21.')
  expect(newest).not.toContain('Note 1.')
  expect(newest).toContain(`href="${address}?notes=2#notes"`)
  expect((await world.admin.get(`${address}?notes=2`)).body).toContain('Note 1.')
})
