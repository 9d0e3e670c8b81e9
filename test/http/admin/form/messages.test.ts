import { beforeAll, describe, expect, it } from 'vitest'
import { labelledErrors } from '../../../../http/admin/form/messages.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeApp, makeProduct, makeTask, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
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
      status: ['Send product_slug or another status.'],
      app_id: ['The app id field is required.'],
    }
    expect(labelledErrors(errors, controls)).toEqual({
      status: ['Send product or another status.'],
      app_id: ['The app field is required.'],
    })
  })

  it('accepts names that have a meaning in a pattern', () => {
    expect(labelledErrors({ 'a(b.': ['The a(b. field is prohibited.'] }, [])).toHaveProperty(['a(b.'])
  })
})
