import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
const decision = {
  product_slug: 'torch',
  title: 'Grow',
  decision_type: 'scale',
  owner: 'Anna',
  decision: 'Spend more.',
  review_at: '2099-01-01',
}
const blank = (index: number) => ({
  [`tasks.${index}.title`]: '',
  [`tasks.${index}.owner`]: '',
  [`tasks.${index}.priority`]: 'medium',
  [`tasks.${index}.due_at`]: '',
})
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  await makeProduct(world, { name: 'Torch' })
  await admin.get('/admin/decisions/new')
})

const form = '/admin/decisions/new'
const rowsIn = (body: string) => body.match(/name="tasks\.\d+\.title"/g)?.length

it('offers two empty rows for the tasks of a decision, which are ignored', async () => {
  expect(rowsIn((await admin.get(form)).body)).toBe(2)
  const { location } = await admin.post(form, { ...decision, title: 'Alone', ...blank(0), ...blank(1) })
  const { body } = await world.send('GET', `${root}/decisions/${location?.split('/').at(-1)}`)
  expect(body.decision.tasks).toEqual([])
})

it('creates the tasks with the decision, as the API does', async () => {
  const { status, location } = await admin.post(form, {
    ...decision,
    ...blank(0),
    ...blank(1),
    'tasks.1.title': 'Agree the budget',
    'tasks.1.priority': 'high',
    ...blank(2),
    'tasks.2.title': 'Draw screenshots',
    'tasks.2.owner': 'Boris',
    'tasks.2.due_at': '2098-12-31',
  })
  expect(status).toBe(303)
  const { body } = await world.send('GET', `${root}/decisions/${location?.split('/').at(-1)}`)
  expect(body.decision.tasks).toMatchObject([
    { title: 'Agree the budget', owner: 'Anna', priority: 'high', due_at: null },
    { title: 'Draw screenshots', owner: 'Boris', priority: 'medium', due_at: '2098-12-31' },
  ])
})

it('shows another row on request, and keeps what was typed', async () => {
  const typed = { ...decision, ...blank(0), 'tasks.0.title': 'First', ...blank(1), _add_row: 'tasks' }
  const { status, body } = await admin.post(form, typed)
  expect(status).toBe(200)
  expect(rowsIn(body)).toBe(3)
  expect(body).toMatch(/name="tasks\.0\.title"[^>]*>|value="First"/)
  expect(body).toContain('value="First"')
  expect(body).toContain('value="Grow"')
  expect(body).toMatch(/name="tasks\.2\.title" autofocus|autofocus[^>]*name="tasks\.2\.title"/)
  const before = (await world.send('GET', `${root}/decisions?q=grow`)).body.meta.total
  expect(before).toBe(1)
})

it('shows the message of a row beside its control, and creates nothing', async () => {
  const wrong = {
    ...decision,
    title: 'Wrong',
    ...blank(0),
    ...blank(1),
    'tasks.1.owner': 'Boris',
    'tasks.1.due_at': '31.12.2098',
  }
  const { status, body } = await admin.post(form, wrong)
  expect(status).toBe(422)
  expect(body).toMatch(/aria-describedby="error-tasks\.0\.title"/)
  expect(body).toContain('id="error-tasks.0.title"')
  expect(body).toContain('id="error-tasks.0.due_at"')
  expect(body).toContain('value="Boris"')
  expect((await world.send('GET', `${root}/decisions?q=wrong`)).body.meta.total).toBe(0)
})
