import { beforeAll, expect, test } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let admin: Browser
let user: Browser
let person: TestUser
let other: TestUser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  person = await makePerson(world, 'user')
  other = await makePerson(world, 'manager')
  user = await signIn(world, person)
})

const address = ({ token_id }: TestUser) => `/admin/api-token/${token_id}`

test('a person sees and revokes only their own tokens', async () => {
  const { body } = await user.get('/admin/api-token')
  expect(body).toContain(`href="${address(person)}"`)
  expect(body).not.toContain(`href="${address(other)}"`)
  expect((await user.get(address(other))).status).toBe(404)
  expect((await user.post(`${address(other)}/revoke`)).status).toBe(404)
  expect((await other.send('GET', '/companies')).status).toBe(200)
})

test('an admin sees and revokes the tokens of others, which end at once', async () => {
  const { body } = await admin.get('/admin/api-token')
  for (const one of [person, other]) expect(body).toContain(`href="${address(one)}"`)
  const question = await admin.get(`${address(other)}/revoke`)
  expect(question.body).toContain('<button class="danger">Revoke</button>')
  expect((await other.send('GET', '/companies')).status).toBe(200)
  expect((await admin.post(`${address(other)}/revoke`)).status).toBe(303)
  expect((await other.send('GET', '/companies')).status).toBe(401)
  expect((await admin.get(address(other))).body).not.toContain(`${address(other)}/revoke`)
})

test('a form with errors keeps the chosen abilities, and creates no token', async () => {
  await user.get('/admin/api-token')
  const { status, body } = await user.post('/admin/api-token/new', { token_name: '', abilities: 'apps:read' })
  expect(status).toBe(422)
  expect(body).toMatch(/value="apps:read"[^>]* checked|checked[^>]* value="apps:read"/)
  expect(body).toContain('id="error-token_name"')
  expect(body).not.toContain('id="secret"')
})
