import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { createRecord } from '../../../support/admin-world.ts'
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

describe('a row of the lists of tasks and service tasks', () => {
  /** Returns the links of a list that change a field in its row, by their keys. */
  const linksIn = ({ body }: { body: string }): Record<string, { href: string; label: string }> =>
    Object.fromEntries(
      [...body.matchAll(/<a class="edit" href="([^"]*)"[^>]*data-row-key="(\w)" aria-label="([^"]*)"/g)].map(
        ([, href = '', key = '', label = '']) => [key, { href: href.replaceAll('&amp;', '&'), label }],
      ),
    )

  it('has a link for each of its status, priority, owner and due day, for those who may change it', async () => {
    const list = '/admin/tasks?q=plan+me'
    await makeTask(world, { title: 'Plan me' })
    const links = linksIn(await manager.get(list))
    expect(Object.values(links).map(({ label }) => label)).toEqual([
      'Change status: Plan me',
      'Change priority: Plan me',
      'Change owner: Plan me',
      'Change due on: Plan me',
    ])
    expect(Object.keys(links)).toEqual(['s', 'p', 'o', 'd'])
    await createRecord(manager, 'service-tasks', { title: 'Renew' })
    expect(Object.keys(linksIn(await manager.get('/admin/service-tasks')))).toEqual(['s', 'p', 'o', 'd'])
    const idle = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
    expect(linksIn(await idle.get(list))).toEqual({})
  })

  it('leads to the form of the field and back to the list, also after a mistake', async () => {
    const { id } = await makeTask(world, { title: 'Due some day' })
    const list = '/admin/tasks?q=due+some+day&sort=title'
    const { d } = linksIn(await manager.get(list))
    const address = d?.href ?? ''
    const page = await manager.get(address)
    expect(page.body).toContain('<h1>Due on of Due some day</h1>')
    const part = await manager.get(address, { 'hx-request': 'true' })
    expect(part.body).toMatch(/^<form method="post"/)
    const wrong = await manager.post(address, { due_at: 'soon' })
    expect(wrong.status).toBe(422)
    expect(wrong.body).toContain('The due on field must match the format Y-m-d.')
    const action = /<form method="post" action="([^"]*edit[^"]*)"/
      .exec(wrong.body)?.[1]
      ?.replaceAll('&amp;', '&')
    expect(action).toBe(address)
    expect((await manager.post(address, { due_at: '2099-03-04' })).location).toBe(list)
    expect((await manager.get(list)).body).toContain('Saved.')
    const { body } = await world.send('GET', `${root}/tasks/${id}`)
    expect(body.task).toMatchObject({ due_at: '2099-03-04' })
  })
})
