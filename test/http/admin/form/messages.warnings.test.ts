import { beforeAll, expect, it } from 'vitest'
import { type AdminPage, formFields } from '../../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'

let world: AdminWorld
beforeAll(async () => {
  world = await makeAdminWorld()
})

/** Returns the warnings on the page that a saved form leads to, and checks that the next page has none. */
async function warningsAfter({ location = '' }: AdminPage): Promise<string[]> {
  const { body } = await world.admin.get(location)
  expect((await world.admin.get(location)).body).not.toContain('class="notice')
  return [...body.matchAll(/<p class="notice warning" role="status">([^<]*)<\/p>/g)].map(
    ([, text = '']) => text,
  )
}

async function save(path: string, fields: Record<string, string>): Promise<AdminPage> {
  const form = formFields(await world.admin.get(`${path}/edit`))
  return world.admin.post(`${path}/edit`, { ...form, ...fields })
}

it('shows the warnings of a new record once, with the labels of the form', async () => {
  const fields = { direction_slug: 'utilities', title: 'Late', due_at: '2020-01-01', status: 'blocked' }
  expect(await warningsAfter(await world.admin.post('/admin/tasks/new', fields))).toEqual([
    'The due on 2020-01-01 is in the past.',
    expect.stringContaining('The task is blocked without a reason.'),
  ])
})

it('shows the warnings of a change: a past day, and open tasks of a cancelled decision', async () => {
  const { body } = await world.send('POST', '/api/portfolio/decisions', {
    direction_slug: 'utilities',
    title: 'Stop',
    decision_type: 'stop',
    owner: 'Anna',
    decision: 'Stop.',
    review_at: '2099-01-01',
    tasks: Array.from({ length: 10 }, (_, index) => ({ title: `Ж${index} ${'ячмень; '.repeat(25)}` })),
  })
  const decision = `/admin/decisions/${body.decision.id}`
  const saved = await save(decision, { review_at: '2020-01-01', status: 'cancelled' })
  const [cookie = ''] = [saved.headers['set-cookie']].flat().map(String)
  // Browsers drop a larger cookie.
  expect(cookie.length).toBeLessThan(4096)
  const [past, tasks] = await warningsAfter(saved)
  expect(past).toBe('The review on 2020-01-01 is in the past.')
  expect(tasks).toMatch(/^Tasks of the cancelled decision are still open: \d+ "?(&quot;)?Ж0 [\s\S]*…$/)
})

it('shows the warnings of a field that is edited in place', async () => {
  const product = `/admin/products/${world.made.products?.[2]}`
  await world.admin.get(`${product}/edit/portfolio_status`)
  const saved = await world.admin.post(`${product}/edit/portfolio_status`, { portfolio_status: 'frozen' })
  expect(await warningsAfter(saved)).toEqual([
    expect.stringContaining('The product has unresolved critical signals'),
  ])
})

it('shows none if there is nothing to warn of', async () => {
  const product = `/admin/products/${world.made.products?.[2]}`
  expect(await warningsAfter(await save(product, { portfolio_status: 'core' }))).toEqual([])
})
