import { beforeAll, describe, expect, it } from 'vitest'
import { labelledErrors } from '../../../../http/admin/form/labelled-errors.ts'
import { inLanguage } from '../../../../http/admin/html/text.ts'
import { anyField, phrase } from '../../../../src/language/phrase.ts'
import { requiredField } from '../../../../src/record/validation/messages.ts'
import { type AdminPage, type Browser, formFields, signIn } from '../../../support/admin.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { makeApp, makeProduct, makeTask, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'

let world: AdminWorld
let browser: Browser
beforeAll(async () => {
  world = await makeAdminWorld()
  browser = await signIn(world, await makePerson(world))
})

/** Returns the text of the error at a control. */
async function errorAt(path: string, field: string, sent?: Record<string, string>): Promise<string> {
  const { status, body } = sent ? await browser.post(path, sent) : await browser.get(path)
  expect(status, path).toBe(422)
  return new RegExp(`id="error-${field}"[^>]*>([^<]*)`).exec(body)?.[1] ?? ''
}

describe('the messages in a form have the labels of its controls', () => {
  it.each([
    ['/admin/decisions/new', 'review_at', {}, 'The review on field is required.'],
    ['/admin/decisions/new', 'decision_type', {}, 'The type field is required.'],
    ['/admin/products/new', 'direction_slug', {}, 'The direction field is required.'],
    ['/admin/strategies/new', 'owner_id', { name: 'One', owner_id: '999' }, 'The selected owner is invalid.'],
    [
      '/admin/strategies/new',
      'ends_on',
      { name: 'One', starts_on: '2026-02-02', ends_on: '2026-01-01' },
      'The ends on field must be a date after or equal to starts on.',
    ],
    ['/admin/apps/new', 'store_url', { store_url: 'x' }, 'The store URL field must be a valid URL.'],
    ['/admin/account', 'password', { current_password: 'x' }, 'The new password field is required.'],
    [
      '/admin/insights/new',
      'evidence',
      { evidence: 'signal 1, planet 2' },
      /^The selected evidence \(item 2\) is invalid/,
    ],
  ])('%s: %s', async (path, field, sent, message) => {
    expect(await errorAt(path, field, sent)).toMatch(message)
  })

  it('and in the form of a single field', async () => {
    const { slug: product_slug } = await makeProduct(world)
    const { id } = await makeTask(world, { product_slug })
    expect(await errorAt(`/admin/tasks/${id}/edit/due_at`, 'due_at', { due_at: 'soon' })).toBe(
      'The due on field must match the format Y-m-d.',
    )
  })

  it('and in the filters of a list, of the activity and in the search', async () => {
    expect(await errorAt('/admin/products?product_focus=x', 'product_focus')).toMatch(
      /^The selected focus is/,
    )
    expect(await errorAt('/admin/activity?surface=x', 'surface')).toMatch(/^The selected interface is/)
    const { body } = await browser.get(`/admin/search?q=${'x'.repeat(300)}`)
    expect(body).toContain('The search field must not be greater than 200 characters.')
  })

  it('but not in the answers of the API', async () => {
    const app = await makeApp(world, { direction_slug: 'utilities' })
    const { body } = await world.send('PATCH', `${root}/apps/${app.id}`, { store_url: 'x' })
    expect(body.errors.store_url).toEqual(['The store url field must be a valid URL.'])
  })
})

describe('labelledErrors', () => {
  const controls = [
    { name: 'due_at', label: 'Due on' },
    { name: 'product_slug', label: 'Product' },
  ]

  it('changes only the names of fields, not the values in a message', () => {
    const errors = { due_at: ['Anna changed this to “due at noon” after you opened the form.'] }
    expect(labelledErrors(errors, controls)).toEqual(errors)
  })

  it('names other controls, and a field without a control, by their labels', () => {
    const errors = {
      status: [phrase('reference.productRequired', { product: anyField(['product_slug']) })],
      app_id: [requiredField('app_id')],
      'evidence.1.id': [requiredField('evidence.1.id')],
    }
    expect(labelledErrors(errors, controls)).toEqual({
      status: ['Confirmed requires a product. Send product or another status.'],
      app_id: ['The app field is required.'],
      'evidence.1.id': ['The evidence (item 2) field is required.'],
    })
  })

  it('names controls in Russian by their labels as they are', () => {
    const errors = { due_at: [requiredField('due_at')] }
    expect(inLanguage('ru', () => labelledErrors(errors, controls))).toEqual({
      due_at: ['Заполните поле «Due on».'],
    })
  })
})

describe('the warnings about a saved record', () => {
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
      'The due on 1 Jan 2020 is in the past.',
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
    expect(past).toBe('The review on 1 Jan 2020 is in the past.')
    expect(tasks).toMatch(/^Tasks of the cancelled decision are still open: \d+ "?(&quot;)?Ж0 [\s\S]*…$/)
  })

  it('shows what a status has removed: the blocker of a task, and the resolution of a signal', async () => {
    const write = async (path: string, fields: object) =>
      (await world.send('POST', `/api/portfolio/${path}`, { direction_slug: 'utilities', ...fields })).body
    const { task } = await write('tasks', { title: 'Waiting', blocked_by: 'The store' })
    expect(await warningsAfter(await save(`/admin/tasks/${task.id}`, { status: 'in-progress' }))).toEqual([
      'The blocked by is removed, because the task is in-progress. It was &quot;The store&quot;.',
    ])
    const resolved = { signal_type: 'risk', title: 'Rain', status: 'resolved', resolution: 'Umbrellas' }
    const { signal } = await write('signals', resolved)
    expect(await warningsAfter(await save(`/admin/signals/${signal.id}`, { status: 'open' }))).toEqual([
      'The resolution is removed, because the signal is open again.',
    ])
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
})
