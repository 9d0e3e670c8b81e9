import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeAssistantWorld } from '../../../support/assistant.ts'
import { makeDecision, makeProduct, makeTask, root, sql } from '../../../support/makers.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { day } from '../../../support/work-world.ts'
import type { World } from '../../../support/world.ts'

const name = 'Анна "А" Орлова 🦊'

let world: World
let anna: TestUser
let admin: Browser
let manager: Browser
let task: { id: number }
let decision: { id: number }
let service: { id: number }
beforeAll(async () => {
  world = await makeAssistantWorld()
  anna = { ...(await makePerson(world, 'manager')), name }
  await sql(world, 'update users set name = $2 where id = $1', anna.id, name)
  admin = await signIn(world, await makePerson(world))
  manager = await signIn(world, await makePerson(world, 'manager'))
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  const place = { product_slug: 'run' }
  task = await makeTask(world, {
    ...place,
    title: 'By mail',
    owner: anna.email.toUpperCase(),
    due_at: day(-1),
  })
  await makeTask(world, { ...place, title: 'By name', owner: name.toUpperCase() })
  await makeTask(world, { ...place, title: 'Of the agency', owner: 'Agency', status: 'blocked' })
  decision = await makeDecision(world, { ...place, owner: anna.email, review_at: day(-1) })
  const { body } = await world.send('POST', '/api/tasks', { title: 'Renew', assignee: anna.email })
  service = body.data
})

const escaped = name.replaceAll('"', '&quot;')
const link = () => `<a href="/admin/users/${anna.id}">${escaped}</a>`
const titles = ({ body }: { body: string }) =>
  [...body.matchAll(/<th scope="row"[^>]*><a[^>]*>([^<]*)/g)].map(([, title]) => title).sort()
const message = (body: string) => /id="error-owner"[^>]*>([^<]*)</.exec(body)?.[1]
const filtered = (list: string, owner: string) => `/admin/${list}?owner=${encodeURIComponent(owner)}`

describe('a text that names a user', () => {
  it.each([
    ['/admin/tasks', () => '/admin/tasks'],
    ['/admin/decisions', () => '/admin/decisions'],
    ['/admin/service-tasks', () => '/admin/service-tasks'],
    ['the page of a task', () => `/admin/tasks/${task.id}`],
    ['the page of a decision', () => `/admin/decisions/${decision.id}`],
    ['the page of a service task', () => `/admin/service-tasks/${service.id}`],
    ['the dashboard', () => '/admin'],
    ['the week', () => '/admin/week'],
    ['the activity', () => '/admin/activity?entity=task'],
  ])('is shown as the name of the user, with a link for admins: %s', async (_, address) => {
    const { body } = await admin.get(address())
    expect(body).toContain(link())
    expect(body).not.toMatch(new RegExp(`>[^<]*${anna.email}`, 'i'))
    const shown = await manager.get(address())
    expect(shown.body).toContain(escaped)
    expect(shown.body).not.toContain(`/admin/users/${anna.id}`)
    expect(shown.body).not.toMatch(new RegExp(`>[^<]*${anna.email}`, 'i'))
  })

  it('is shown in the preview of a change of several records', async () => {
    await admin.get('/admin/tasks')
    const { body } = await admin.post('/admin/tasks/bulk', {
      field: 'owner',
      value: 'Agency',
      ids: `${task.id}`,
    })
    expect(body).toContain(`<td>${link()}</td>`)
  })

  it('stays the text that was typed in a form', async () => {
    const fields = formFields(await admin.get(`/admin/tasks/${task.id}/edit`))
    expect(fields.owner).toBe(anna.email.toUpperCase())
  })

  it('is written out in a change between two spellings of one user', async () => {
    const { id } = await makeTask(world, { owner: anna.email })
    await world.send('PATCH', `${root}/tasks/${id}`, { owner: name })
    const { body } = await admin.get(`/admin/tasks/${id}`)
    expect(body).toContain(`<del>${anna.email}</del>`)
    expect(body).toContain(`<ins>${escaped}</ins>`)
    await world.send('PATCH', `${root}/tasks/${id}`, { owner: 'Agency', status: 'cancelled' })
    expect((await admin.get(`/admin/tasks/${id}`)).body).toContain(`<del>${link()}</del>`)
  })
})

it('the history names the owner of an application, also to managers', async () => {
  const { id } = await makeApplication(await makePerson(world), { owner_id: anna.id })
  expect((await admin.get(`/admin/applications/${id}`)).body).toContain(`<ins>${link()}</ins>`)
  const { body } = await manager.get(`/admin/applications/${id}`)
  expect(body).toContain(`<ins>${escaped}</ins>`)
  expect(body).not.toContain(`#${anna.id}<`)
})

describe('a filter by an owner', () => {
  it.each([name, name.toLowerCase(), () => anna.email, () => ` ${anna.email.toUpperCase()} `])(
    'finds the records under the name and the email: %s',
    async (text) => {
      const owner = typeof text === 'string' ? text : text()
      const page = await admin.get(`${filtered('tasks', owner)}&product_slug=run`)
      expect(titles(page)).toEqual(['By mail', 'By name'])
      expect(page.body).toContain(`Owner: ${escaped}`)
      const csv = await admin.get(filtered('tasks.csv', owner))
      expect(csv.body).toContain('By mail')
      expect(csv.body).toContain('By name')
      expect(csv.body).not.toContain('Of the agency')
    },
  )

  it('is an error at its control for a text that is no user’s and on no record', async () => {
    for (const list of ['tasks', 'decisions', 'tasks.csv']) {
      const page = await admin.get(filtered(list, 'Ann'))
      expect([list, page.status]).toEqual([list, 422])
      expect(message(page.body)).toBe(
        'The selected owner is invalid. It is neither the name or email of a user nor on a record.',
      )
      expect(page.body).toMatch(/value="Ann"[^>]*name="owner"/)
    }
  })

  it('takes a text on a record, and a user without records', async () => {
    expect(titles(await admin.get(filtered('tasks', 'aGENCY')))).toContain('Of the agency')
    expect((await admin.get(filtered('decisions', 'Agency'))).status).toBe(422)
    const idle = await makePerson(world, 'user')
    expect((await admin.get(filtered('tasks', idle.email))).status).toBe(200)
  })
})

it('My day links to all tasks of the person, even if another user has the same name', async () => {
  const twin = await makePerson(world, 'manager')
  await sql(world, 'update users set name = $2 where id = $1', twin.id, name)
  await makeTask(world, { title: 'Of the twin', owner: twin.email })
  const browser = await signIn(world, twin)
  const address = /href="([^"]+)">All my tasks/.exec((await browser.get('/admin/my-day')).body)?.[1] ?? ''
  expect(titles(await browser.get(address))).toEqual(['Of the twin'])
})
