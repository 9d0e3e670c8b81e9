import { beforeAll, describe, expect, it } from 'vitest'
import { listSignals, SignalQuery } from '../../../../src/portfolio/signal/read.ts'
import { validate } from '../../../../src/record/validation/validate.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeDecision, makeProduct, makeSignal, makeTask } from '../../../support/makers.ts'
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
