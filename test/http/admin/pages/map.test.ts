import { beforeAll, describe, expect, it } from 'vitest'
import { updateClickMonths } from '../../../../src/operations/click/monthly-totals.ts'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeApp, makeDecision, makeProduct, makeSignal, makeTask } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
})

/** Returns the tile of a product: its class, and its text without tags. */
async function tileOf({ id }: { id: number }) {
  const { body } = await browser.get('/admin/map')
  const tile =
    body.split('<li class="tile ').find((part) => part.includes(`href="/admin/products/${id}"`)) ?? ''
  const [, style = ''] = /^([^"]*)"/.exec(tile) ?? []
  const text = tile.slice(tile.indexOf('>') + 1, tile.indexOf('</li>'))
  return {
    style,
    text: text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }
}

/** Adds clicks of a new application of a product. A key of `days` is the number of days ago. */
async function addClicks(product: { slug: string }, days: Record<number, number>, fields: object = {}) {
  const app = await makeApp(world, { product_slug: product.slug })
  const application = await makeApplication(admin, { app_slug: app.slug })
  const { id: company_id } = await makeCompany(admin)
  for (const [ago, clicks] of Object.entries(days)) {
    const row = { date: daysFromToday(-Number(ago)), app_id: application.id, company_id, clicks, ...fields }
    expect((await admin.send('POST', '/analytics/clicks', row)).status).toBe(201)
  }
  return application
}

describe('the portfolio map', () => {
  it('has a row for each direction and a column for each status', async () => {
    const { body: empty } = await browser.get('/admin/map')
    expect(empty).toContain('There are no products yet.')
    const product = await makeProduct(world, { portfolio_status: 'core', direction_slug: 'fitness' })
    const { body } = await browser.get('/admin/map')
    for (const status of ['Candidate', 'Next', 'Core', 'Support', 'Frozen', 'Sunset', 'Archived'])
      expect(body).toContain(`<span>${status}</span>`)
    const [, row = ''] = body.split('<section class="map-row"')
    expect(row).toContain('Fitness</a></h2>')
    expect(row.indexOf('<h3>Core</h3>')).toBeLessThan(row.indexOf(product.name))
    expect(body).toContain('<a href="/admin/map" aria-current="page">Portfolio map</a>')
  })

  it('shows the worst unresolved signal in colour and in words, and says why', async () => {
    const product = await makeProduct(world)
    expect(await tileOf(product)).toMatchObject({ style: expect.stringContaining('is-calm') })
    const of = { product_slug: product.slug }
    const growth = await makeSignal(world, {
      ...of,
      signal_type: 'growth-point',
      severity: 'critical',
      title: 'Chance',
    })
    expect(await tileOf(product)).toMatchObject({
      style: expect.stringContaining('is-growth'),
      text: expect.stringContaining('Critical growth point: “Chance”.'),
    })
    await makeSignal(world, { ...of, severity: 'low', title: 'Typo' })
    const risk = await makeSignal(world, { ...of, signal_type: 'risk', severity: 'high', title: 'Lawsuit' })
    const tile = await tileOf(product)
    expect(tile.style).toContain('is-high')
    expect(tile.text).toContain('High risk: “Lawsuit”, one of 3 unresolved signals.')
    await world.send('PATCH', `/api/portfolio/signals/${risk.id}`, { status: 'resolved' })
    await world.send('PATCH', `/api/portfolio/signals/${growth.id}`, { status: 'dismissed' })
    expect((await tileOf(product)).text).toContain('Low problem: “Typo”.')
  })

  it('describes the link by the sentence, which is in the page without a script', async () => {
    const product = await makeProduct(world)
    const { body } = await browser.get('/admin/map')
    expect(body).toContain(`<a href="/admin/products/${product.id}" aria-describedby="why-${product.id}">`)
    expect(body).toContain(`id="why-${product.id}" role="tooltip">No unresolved signal.`)
  })

  it('compares the clicks of 28 days with the 28 days before, without rejected ones', async () => {
    const product = await makeProduct(world)
    await addClicks(product, { 0: 9000, 1: 100, 28: 50, 29: 150, 56: 150, 57: 9000 })
    await addClicks(product, { 2: 5000 }, { status: 'rejected' })
    const { text } = await tileOf(product)
    expect(text).toContain('↓ −50%')
    expect(text).toContain('150 clicks in 28 days, 50% fewer than in the 28 days before.')
    const { id } = await addClicks(product, { 3: 300 })
    expect((await tileOf(product)).text).toContain('↑ +50%')
    await admin.send('DELETE', `/applications/${id}`)
    expect((await tileOf(product)).text).toContain('↓ −50%')
  })

  it('adds up the clicks of a month from its running totals', async () => {
    const product = await makeProduct(world)
    await addClicks(product, { 0: 9000, 1: 100, 28: 50, 29: 150, 56: 150, 57: 9000 })
    await updateClickMonths(world.database.orm)
    expect((await tileOf(product)).text).toContain('150 clicks in 28 days, 50% fewer than')
    await addClicks(product, { 3: 300 })
    expect((await tileOf(product)).text).toContain('450 clicks in 28 days, 50% more than')
  })

  it('draws a product with more clicks larger, and one without clicks by its installs', async () => {
    const [small, installed] = await Promise.all([makeProduct(world), makeProduct(world)])
    await addClicks(small, { 1: 1 })
    const large = await makeProduct(world)
    await addClicks(large, { 1: 1_000_000 })
    const app = await makeApp(world, { product_slug: installed.slug })
    const truth = { app_slug: app.slug, date: daysFromToday(-3), installs_band: '100,000+' }
    expect((await browser.post('/admin/store-truth/new', truth)).status).toBe(303)
    expect((await tileOf(small)).style).toContain('size-1')
    expect((await tileOf(large)).style).toContain('size-5')
    const tile = await tileOf(installed)
    expect(tile.style).toContain('size-3')
    expect(tile.text).toContain('100,000+ installs.')
  })

  it('marks overdue tasks and decision reviews', async () => {
    const product = await makeProduct(world)
    const of = { product_slug: product.slug }
    await makeTask(world, { ...of, due_at: daysFromToday(1) })
    await makeTask(world, { ...of, due_at: '2026-01-01', status: 'done' })
    expect((await tileOf(product)).text).not.toContain('overdue')
    await makeTask(world, { ...of, due_at: daysFromToday(-1) })
    await makeDecision(world, { ...of, review_at: daysFromToday(-1) })
    expect((await tileOf(product)).text).toContain('1 overdue task and 1 overdue decision review.')
  })

  it('has the same as a table', async () => {
    const product = await makeProduct(world, { name: 'Tabular', portfolio_status: 'support' })
    await makeSignal(world, { product_slug: product.slug, severity: 'high', title: 'Slow' })
    await addClicks(product, { 1: 1200, 30: 1000 })
    const { body } = await browser.get('/admin/map')
    const table = body.slice(body.indexOf('aria-label="Products of the map"'))
    const row = table.split('<tr>').find((part) => part.includes('>Tabular<')) ?? ''
    const cells = row.split(/<t[hd][^>]*>/).map((cell) => cell.replaceAll(/<[^>]*>/g, '').trim())
    expect(cells.slice(1)).toEqual([
      'Tabular',
      expect.any(String),
      'Support',
      'High problem: Slow',
      '1',
      '1,200',
      '↑ +20%',
      '–',
      '–',
    ])
  })

  it('reads the products by one statement', async () => {
    const statements = await statementsOf(() => browser.get('/admin/map'))
    expect(statements.filter((text) => text.includes('product.portfolio_status'))).toHaveLength(1)
  })

  it('is for admins and managers', async () => {
    const [manager, user] = await Promise.all([makePerson(world, 'manager'), makePerson(world, 'user')])
    expect((await (await signIn(world, manager)).get('/admin/map')).status).toBe(200)
    expect((await (await signIn(world, user)).get('/admin/map')).status).toBe(403)
  })
})
