import { beforeAll, describe, expect, it } from 'vitest'
import { listSignals, SignalQuery } from '../../../../src/portfolio/signal/read.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makeDecision, makeProduct, makeSignal, makeTask, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  await makeProduct(world, { name: 'Scanner' })
  for (const [title, severity, status] of [
    ['Critical but resolved', 'critical', 'resolved'],
    ['Low', 'low', 'open'],
    ['Older critical', 'critical', 'acknowledged'],
    ['Newer critical', 'critical', 'in-progress'],
    ['High', 'high', 'open'],
    ['Dismissed', 'low', 'dismissed'],
  ] as const)
    await makeSignal(world, { product_slug: 'scanner', title, severity, status })
  const { id } = await makeDecision(world, {
    product_slug: 'scanner',
    title: 'Later',
    review_at: '2027-03-01',
  })
  await makeDecision(world, { product_slug: 'scanner', title: 'Sooner', review_at: '2027-01-01' })
  await makeDecision(world, {
    product_slug: 'scanner',
    title: 'Over',
    review_at: '2026-01-01',
    status: 'reviewed',
  })
  for (const [title, priority, due_at, status] of [
    ['Finished', 'critical', '2026-11-01', 'done'],
    ['Low', 'low', '2026-11-01', 'open'],
    ['High without a day', 'high', undefined, 'open'],
    ['High and later', 'high', '2027-02-01', 'blocked'],
    ['High and sooner', 'high', '2026-12-01', 'in-progress'],
  ] as const)
    await makeTask(world, { product_decision_id: id, title, priority, due_at, status })
})

/** Returns the titles of the rows of a list. */
async function titlesOn(path: string): Promise<string[]> {
  const { body } = await admin.get(path)
  return [...body.matchAll(/<th scope="row"[^>]*><a[^>]*>([^<]*)/g)].map(([, title]) => String(title))
}

describe('the usual order of a list', () => {
  it('begins with the unresolved signals, the most severe first, then the newest', async () => {
    const titles = await titlesOn('/admin/signals')
    const expected = ['Newer critical', 'Older critical', 'High', 'Low', 'Dismissed', 'Critical but resolved']
    expect(titles).toEqual(expected)
    const pages = [1, 2, 3].map((page) => titlesOn(`/admin/signals?per_page=2&page=${page}`))
    expect((await Promise.all(pages)).flat()).toEqual(expected)
  })

  it('begins with the unfinished tasks of the highest priority that are due first', async () => {
    expect(await titlesOn('/admin/tasks')).toEqual([
      'High and sooner',
      'High and later',
      'High without a day',
      'Low',
      'Finished',
    ])
  })

  it('begins with the active decisions whose review comes first', async () => {
    expect(await titlesOn('/admin/decisions')).toEqual(['Sooner', 'Later', 'Over'])
  })

  it('is the same on the page of a product', async () => {
    const { body } = await admin.get('/admin/products/1')
    // The timeline above the lists has an order of its own.
    expect(body.lastIndexOf('Newer critical')).toBeLessThan(body.lastIndexOf('Older critical'))
    expect(body.lastIndexOf('>Sooner<')).toBeLessThan(body.lastIndexOf('>Later<'))
  })

  it('is shown on its column and in words, until another column is chosen', async () => {
    const { body } = await admin.get('/admin/signals')
    expect(body).toMatch(/aria-sort="descending"><a href="[^"]*">Severity<span aria-hidden="true"> ↓/)
    expect(body.match(/aria-sort/g)).toHaveLength(1)
    expect(body).toContain('unresolved first, by severity')
    const sorted = await admin.get('/admin/signals?sort=title&status=open')
    expect(sorted.body).toMatch(/aria-sort="ascending"><a href="[^"]*">Title/)
    expect(sorted.body).toContain('href="/admin/signals?status=open">show unresolved first')
  })
})

it('sorts statuses by their stage, not by the alphabet', async () => {
  const statusesIn = async (sort: string) => {
    const { body } = await admin.get(`/admin/signals?sort=${sort}`)
    return [...body.matchAll(/status=([\w-]+)[^"]*" title="Show only/g)].map(([, status]) => status)
  }
  const stages = ['open', 'open', 'acknowledged', 'in-progress', 'resolved', 'dismissed']
  expect(await statusesIn('status')).toEqual(stages)
  expect(await statusesIn('-status')).toEqual(stages.toReversed())
})

it('leaves the lists of the API newest first', async () => {
  const page = await listSignals(world.app.read, validate(SignalQuery, {}))
  const ids = page.rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
})

describe('the actions in a row', () => {
  let admin: Browser
  beforeAll(async () => {
    admin = await signIn(world, await makePerson(world))
  })

  const list = '/admin/signals?status=open'
  const resolveLink = (id: number) => `/admin/signals/${id}/resolve?${new URLSearchParams({ next: list })}`
  const read = async (path: string) => (await world.send('GET', `${root}/${path}`)).body

  describe('a signal', () => {
    it('is resolved from the list, which asks for the resolution and is shown again', async () => {
      const { id } = await makeSignal(world, { title: 'Crashes' })
      expect((await admin.get(list)).body).toContain(`href="${resolveLink(id)}"`)
      const asked = await admin.get(resolveLink(id))
      expect(asked.body).toContain('name="resolution"')
      expect(asked.body).toContain(`href="${list}">Cancel<`)
      for (const resolution of ['', '  ']) {
        const refused = await admin.post(resolveLink(id), { ...formFields(asked), resolution })
        expect(refused.status).toBe(422)
        expect(refused.body).toContain('id="error-resolution"')
      }
      const fields = { ...formFields(asked), resolution: 'Released 4.2.1' }
      expect((await admin.post(resolveLink(id), fields)).location).toBe(list)
      const after = await admin.get(list)
      expect(after.body).toContain('Signal resolved.')
      expect(after.body).not.toContain(resolveLink(id))
      const { signal } = await read(`signals/${id}`)
      expect(signal).toMatchObject({ status: 'resolved', resolution: 'Released 4.2.1' })
      expect((await admin.post(resolveLink(id), { ...fields, _form: 'of another page' })).status).toBe(409)
    })

    it('is resolved from its page, which is shown again', async () => {
      const { id } = await makeSignal(world, { title: 'Crashes again' })
      const record = `/admin/signals/${id}`
      expect((await admin.get(record)).body).toContain(`href="${record}/resolve"`)
      expect((await admin.confirm(`${record}/resolve`, { resolution: 'Released 4.2.2' })).location).toBe(
        record,
      )
      expect((await admin.get(record)).body).not.toContain(`${record}/resolve`)
    })

    it('is not resolved by a form without a resolution, unlike by the API', async () => {
      const { id } = await makeSignal(world, { title: 'Flickers' })
      const form = `/admin/signals/${id}/edit`
      const fields = formFields(await admin.get(form))
      for (const [address, sent] of [
        [form, { ...fields, status: 'resolved' }],
        [`${form}/status`, { status: 'resolved' }],
      ] as const) {
        const { status, body } = await admin.post(address, sent)
        expect(status).toBe(422)
        expect(body).toContain('The resolution field is required when status is resolved.')
      }
      expect((await read(`signals/${id}`)).signal.status).toBe('open')
      const saved = await admin.post(form, { ...fields, status: 'resolved', resolution: 'New driver' })
      expect(saved.status).toBe(303)
      const other = await makeSignal(world, { title: 'Flickers too' })
      const sent = await world.send('PATCH', `${root}/signals/${other.id}`, { status: 'resolved' })
      expect(sent.status).toBe(200)
    })

    it('has no such button for a person who may not change it', async () => {
      await makeSignal(world, { title: 'Open' })
      const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
      expect((await inactive.get(list)).body).not.toContain('/resolve')
    })
  })

  describe('a task', () => {
    it('is done from the list, which says what no longer waits for it', async () => {
      const blocker = await makeTask(world, { title: 'First' })
      await makeTask(world, { title: 'Second', status: 'blocked', blocked_by: blocker.id })
      const address = `/admin/tasks/${blocker.id}/done?next=%2Fadmin%2Ftasks`
      expect((await admin.get('/admin/tasks')).body).toContain(`href="${address}"`)
      expect((await admin.get(address)).body).toContain('<button class="primary">Done</button>')
      expect((await admin.post(address)).location).toBe('/admin/tasks')
      const { body } = await admin.get('/admin/tasks')
      expect(body).toContain('Task done. No longer blocked: “Second”.')
      expect(body).not.toContain(address)
      expect((await read(`tasks/${blocker.id}`)).task.status).toBe('done')
    })
  })
})
