import { beforeAll, expect, it } from 'vitest'
import { makeApp, makeDecision, makeProduct, makeRule, makeSignal, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
const product_slug = 'fixed'
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
  await makeProduct(world, { name: 'Other' })
  await makeProduct(world, { name: 'Elsewhere', direction_slug: 'documents-qr' })
})

const dryRun = async (path: string, body: object, method = 'POST') =>
  (await world.send(method, `${root}${path}?dry_run=1`, body)).body.context
const signal = (place: object) => ({ signal_type: 'risk', title: 'Dry', ...place })
const titles = (records: { title: string }[]) => records.map(({ title }) => title)

it.each(kinds)('is in the dry run of each write of a $key, and in no other answer', async (kind) => {
  const { key, path, make, body, changes } = kind
  const { id } = await make(world, {})
  const sent = key === 'product' ? { ...body, name: 'Dry' } : body
  const context = {
    rules: expect.any(Array),
    decisions: expect.any(Array),
    signals: expect.any(Array),
    ...(key === 'decision' && { outcomes: null }),
  }
  expect((await world.send('POST', `${path}?dry_run=1`, sent)).body.context).toEqual(context)
  expect((await world.send('POST', path, { ...sent, nonsense: 1 })).body).not.toHaveProperty('context')
  expect((await world.send('GET', `${path}/${id}`)).body).not.toHaveProperty('context')
  if (!changes) return
  expect((await world.send('PATCH', `${path}/${id}?dry_run=1`, {})).body.context).toEqual(context)
  expect((await world.send('PATCH', `${path}/${id}`, {})).body).not.toHaveProperty('context')
})

it('has every active rule of the product, newest first', async () => {
  const rules = {
    all: {},
    direction: { direction_slug: 'utilities' },
    product: { product_slug },
    both: { direction_slug: 'utilities', product_slug },
    'other product': { product_slug: 'other' },
    'other direction': { direction_slug: 'documents-qr' },
    draft: { status: 'draft' },
  }
  for (const [title, rule] of Object.entries(rules)) await makeRule(world, { title, ...rule })
  const { rules: active } = await dryRun('/signals', signal({ product_slug }))
  const found = active.filter(({ title }: { title: string }) => title in rules)
  expect(found).toEqual([
    { id: expect.any(Number), title: 'both', scope: 'product', trusted: false, guard: null },
    { id: expect.any(Number), title: 'product', scope: 'product', trusted: false, guard: null },
    { id: expect.any(Number), title: 'direction', scope: 'direction', trusted: false, guard: null },
    { id: expect.any(Number), title: 'all', scope: 'portfolio', trusted: false, guard: null },
  ])
  const inDirection = await dryRun('/products', { direction_slug: 'documents-qr', name: 'New' })
  expect(titles(inDirection.rules).filter((title) => title in rules)).toEqual(['other direction', 'all'])
  const portfolio = await dryRun('/canon-rules', { title: 'Dry', rule_type: 'freeze-policy', body: 'B' })
  expect(titles(portfolio.rules).filter((title) => title in rules)).toEqual(['all'])
})

it('has the five newest active decisions and unresolved signals of the product, also for its apps', async () => {
  await makeApp(world, { name: 'Placed', product_slug })
  const statuses = ['open', 'acknowledged', 'in-progress', 'resolved', 'dismissed', 'open', 'open', 'open']
  for (const [index, status] of statuses.entries())
    await makeSignal(world, { product_slug, title: `Signal ${index}`, status })
  await makeSignal(world, { product_slug: 'other', title: 'Other' })
  for (const [index, status] of ['active', 'cancelled', 'reviewed', 'active'].entries())
    await makeDecision(world, { product_slug, title: `Decision ${index}`, status, review_at: '2030-02-01' })
  const bodies = [signal({ product_slug }), signal({ app_slug: 'placed' })]
  for (const body of bodies) {
    const { decisions, signals } = await dryRun('/signals', body)
    expect(titles(signals)).toEqual([7, 6, 5, 2, 1].map((index) => `Signal ${index}`))
    expect(titles(decisions).slice(0, 2)).toEqual(['Decision 3', 'Decision 0'])
    expect(decisions[0]).toEqual({
      id: expect.any(Number),
      title: 'Decision 3',
      decision_type: expect.any(String),
      review_at: '2030-02-01',
    })
    expect(signals[4]).toEqual({
      id: expect.any(Number),
      title: 'Signal 1',
      signal_type: expect.any(String),
      severity: 'medium',
      status: 'acknowledged',
    })
  }
  const app = await dryRun('/apps/placed', { name: 'Renamed' }, 'PATCH')
  expect(titles(app.signals)[0]).toBe('Signal 7')
  const { signals } = await dryRun('/products/fixed', { name: 'Renamed' }, 'PATCH')
  expect(titles(signals)[0]).toBe('Signal 7')
})

it('has for a direction the records of its products too', async () => {
  await makeSignal(world, { product_slug: 'elsewhere', title: 'Of a product' })
  await makeSignal(world, {
    product_slug: undefined,
    direction_slug: 'documents-qr',
    title: 'Of the direction',
  })
  const { signals } = await dryRun('/signals', signal({ direction_slug: 'documents-qr' }))
  expect(titles(signals)).toEqual(['Of the direction', 'Of a product'])
  const ofProduct = await dryRun('/products', { name: 'New', direction_slug: 'documents-qr' })
  expect(titles(ofProduct.signals)).toEqual(['Of the direction', 'Of a product'])
})
