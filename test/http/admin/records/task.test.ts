import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeTask, makeToken, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let manager: Browser
beforeAll(async () => {
  world = await makeWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
})

async function namedToken(name: string, abilities: string[]) {
  const { id } = await makeToken(world, abilities)
  await sql(world, 'update tokens set name = $2 where id = $1', id, name)
  return id
}

const options = (page: string) => {
  const select = /<select id="field-delegate_token_id"[\s\S]*?<\/select>/.exec(page)?.[0] ?? ''
  return [...select.matchAll(/<option value(?:="(\d+)")?[^>]*>([^<]*)/g)].map(
    ([, id = '', name]) => `${id} ${name}`,
  )
}

describe('the form of a task', () => {
  it('delegates it to an agent whose token is valid and may write or propose', async () => {
    const [boat, ant] = [await namedToken('Boat', ['propose']), await namedToken('ant', ['read', 'write'])]
    await namedToken('Reader', ['read'])
    const gone = await namedToken('Gone', ['write'])
    await sql(world, 'update tokens set revoked_at = now() where id = $1', gone)
    const form = await manager.get('/admin/tasks/new')
    expect(options(form.body)).toEqual([' Not set', `${ant} ant`, `${boat} Boat`])
    const sent = { ...formFields(form), title: 'Sail', direction_slug: 'utilities' }
    const created = await manager.post('/admin/tasks/new', { ...sent, delegate_token_id: String(boat) })
    expect(created.status).toBe(303)
    const page = `${created.location}`.replace(/[?#].*/, '')
    expect(textOf(await manager.get(page))).toMatch(/Delegate (Edit )?Boat/)
    const edit = await manager.get(`${page}/edit`)
    expect(formFields(edit).delegate_token_id).toBe(String(boat))
    expect((await manager.post(`${page}/edit`, { delegate_token_id: String(gone) })).body).toContain(
      'The selected delegate is invalid. The token &quot;Gone&quot; is revoked.',
    )
    await manager.get(`${page}/edit`)
    await manager.post(`${page}/edit`, { delegate_token_id: '' })
    expect(formFields(await manager.get(`${page}/edit`)).delegate_token_id).toBe('')
    expect(textOf(await manager.get(page))).toMatch(/Delegate:? Boat/)
  })

  it('keeps an agent whose token was revoked, and the page says so', async () => {
    const token = await namedToken('Retired', ['write'])
    const { id } = await makeTask(world, { delegate_token_id: token })
    await sql(world, 'update tokens set revoked_at = now() where id = $1', token)
    expect(textOf(await manager.get(`/admin/tasks/${id}`))).toContain('Retired Token revoked')
    const edit = await manager.get(`/admin/tasks/${id}/edit`)
    expect(options(edit.body)).toContain(`${token} Retired – its token is no longer valid`)
    expect(
      (await manager.post(`/admin/tasks/${id}/edit`, { ...formFields(edit), title: 'New' })).status,
    ).toBe(303)
    const { body } = await world.send('GET', `${root}/tasks/${id}`)
    expect(body.task).toMatchObject({ title: 'New', delegate: { id: token, revoked: true } })
  })

  it('changes the agent in the row of the page', async () => {
    const token = await namedToken('Inline', ['write'])
    const { id } = await makeTask(world)
    const field = `/admin/tasks/${id}/edit/delegate_token_id`
    expect(options((await manager.get(field)).body)).toContain(`${token} Inline`)
    expect((await manager.post(field, { delegate_token_id: String(token) })).status).toBe(303)
    expect((await world.send('GET', `${root}/tasks/${id}`)).body.task.delegate.name).toBe('Inline')
  })
})
