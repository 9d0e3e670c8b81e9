import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeDecision, makeProduct, makeTask, root, sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let admin: TestUser
beforeAll(async () => {
  world = await makeAssistantWorld()
  admin = await makePerson(world)
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

async function makeUser(name: string): Promise<TestUser> {
  const user = await makePerson(world, 'manager')
  await sql(world, 'update users set name = $2 where id = $1', user.id, name)
  return { ...user, name }
}

const ownerOf = async (owner: string | null) =>
  (await makeTask(world, { product_slug: 'run', owner })).owner_user

it('is the user whose name or email the owner of a task equals in any case', async () => {
  const anna = await makeUser('Анна Орлова')
  const named = { id: anna.id, name: 'Анна Орлова' }
  expect(await ownerOf('АННА орлова')).toEqual(named)
  expect(await ownerOf(anna.email.toUpperCase())).toEqual(named)
  expect(await ownerOf('Анна')).toBeNull()
  expect(await ownerOf(null)).toBeNull()
})

it('is the user with the email before one with such a name, and the older of two with one name', async () => {
  const older = await makeUser('Twin')
  await makeUser('Twin')
  const impostor = await makeUser(older.email)
  expect(await ownerOf('twin')).toMatchObject({ id: older.id })
  expect(await ownerOf(impostor.name)).toMatchObject({ id: older.id })
})

it('is no blocked user', async () => {
  const leaver = await makeUser('Leaver')
  const { id } = await makeDecision(world, { product_slug: 'run', owner: 'Leaver', tasks: [{ title: 'Do' }] })
  const shown = async () => (await world.send('GET', `${root}/decisions/${id}`)).body.decision
  const owner_user = { id: leaver.id, name: 'Leaver' }
  expect(await shown()).toMatchObject({ owner_user, tasks: [{ owner_user }] })
  await sql(world, `update users set status = 'blocked' where id = $1`, leaver.id)
  expect(await shown()).toMatchObject({ owner: 'Leaver', owner_user: null, tasks: [{ owner_user: null }] })
})

it('is the assignee of a service task', async () => {
  const { body } = await world.send('POST', '/api/tasks', { title: 'Do', assignee: admin.email })
  expect(body.data).toMatchObject({
    assignee: admin.email,
    assignee_user: { id: admin.id, name: admin.name },
  })
})

it('is suggested by every form that takes an owner, without users who are blocked', async () => {
  const manager = await makeUser('Suggested Sam')
  const browser = await signIn(world, manager)
  const { body } = await browser.get('/admin/tasks/new')
  const source = /data-suggest="([^"]+)"\s[^>]*name="owner"/.exec(body)?.[1]
  const suggested = async () => JSON.parse((await browser.get(`${source}?q=suggested`)).body)
  expect(await suggested()).toEqual([{ value: 'Suggested Sam', label: 'Manager' }])
  const gone = await makeUser('Suggested Sam 2')
  expect(await suggested()).toHaveLength(2)
  await sql(world, `update users set status = 'blocked' where id = $1`, gone.id)
  expect(await suggested()).toHaveLength(1)
})
