import { beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { daysFromToday } from '../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import {
  makeApp,
  makeDecision,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
} from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
let products: { id: number; slug: string; name: string }[]
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']
  products = await Promise.all(
    names.map((name) =>
      makeProduct(world, { name, portfolio_status: 'core', health_state: `${name} is fine` }),
    ),
  )
  await fill(products[0]?.slug ?? '')
})

async function fill(product_slug: string) {
  const app = await makeApp(world, { product_slug, name: 'Alpha mobile', platform: 'Android' })
  const application = await makeApplication(admin, { app_slug: app.slug })
  const { id: company_id } = await makeCompany(admin)
  for (const [ago, clicks] of [
    [1, 300],
    [30, 200],
  ] as const) {
    const row = { date: daysFromToday(-ago), app_id: application.id, company_id, clicks }
    await admin.send('POST', '/analytics/clicks', row)
  }
  const date = daysFromToday(-1)
  const truth = {
    app_slug: app.slug,
    date,
    rating: '4.6',
    ratings_count: '1234',
    version: '7.1',
    installs_band: '50,000+',
  }
  await browser.post('/admin/store-truth/new', truth)
  for (const [keyword, position] of Object.entries({ torch: '3', lamp: '12' }))
    await browser.post('/admin/keyword-positions/new', {
      app_slug: app.slug,
      keyword,
      country: 'US',
      position,
      date,
    })
  await makeSignal(world, { product_slug, title: 'Crash', severity: 'critical' })
  await makeSignal(world, {
    product_slug,
    title: 'Widget',
    signal_type: 'growth-point',
    severity: 'critical',
  })
  await makeDecision(world, { product_slug, title: 'Grow it', review_at: daysFromToday(-1) })
  await makeTask(world, { product_slug, title: 'Fix it', due_at: daysFromToday(3) })
  await makeTask(world, { product_slug, title: 'Old work', status: 'done' })
  await makeRule(world, { title: 'Only here', product_slug })
  await makeRule(world, { title: 'Everywhere' })
}

const compare = (ids: string) => browser.get(`/admin/products/compare?${ids}`)
const idsOf = (...indexes: number[]) => indexes.map((index) => products[index]?.id)

/** Returns the cells of each row of the comparison, without tags, by the heading of the row. */
function rowsOf(body: string): Record<string, string[]> {
  const table = body.slice(body.indexOf('<table class="side-by-side"'))
  const rows = table.split('<tr>').slice(1)
  const cells = rows.map((row) =>
    row
      .split(/<t[hd][^>]*>/)
      .slice(1)
      .map((cell) =>
        cell
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
  )
  return Object.fromEntries(cells.map(([heading = '', ...others]) => [heading, others]))
}

describe('the comparison of products', () => {
  it('shows two products side by side, in the order of the address', async () => {
    const { status, body } = await compare(`ids=${idsOf(1, 0)}`)
    expect(status).toBe(200)
    const rows = rowsOf(body)
    expect(rows['']).toEqual([expect.stringContaining('Beta'), expect.stringContaining('Alpha')])
    expect(rows.Status).toEqual(['Core Assess development', 'Core Assess development'])
    expect(rows.Health).toEqual(['Beta is fine', 'Alpha is fine'])
    expect(rows['Clicks, 28 days']).toEqual(['–', '300 ↑ +50%, 50% more than in the 28 days before'])
    expect(rows['Unresolved signals']).toEqual([
      '–',
      '1 Critical problem 1 Critical growth point Crash Widget',
    ])
    expect(rows.Apps).toEqual(['–', 'Alpha mobile (Android) Idea'])
    expect(rows.Store?.[1]).toContain('version 7.1, 50,000+ installs')
    expect(rows.Ratings?.[1]).toBe('4.6 Android 1,234 ratings')
    expect(rows['Best keywords']?.[1]).toBe('3 torch US, Android 12 lamp US, Android')
    expect(rows['Open decisions']?.[1]).toBe(`Grow it review on ${dayText(daysFromToday(-1))} Overdue`)
    expect(rows['Open tasks']?.[1]).toBe(`Fix it due on ${dayText(daysFromToday(3))}`)
    const [ofBeta, ofAlpha] = rows['Canon rules that apply'] ?? []
    expect(ofBeta).toBe('Everywhere Not approved')
    expect(ofAlpha).toContain('Only here')
  })

  it('shows a critical growth point in another colour than a critical problem', async () => {
    const { body } = await compare(`ids=${idsOf(0, 1)}`)
    expect(body).toMatch(/<span class="badge bad">Critical<\/span> problem/)
    expect(body).toMatch(/<span class="badge good">Critical<\/span> growth point/)
  })

  it('plots the clicks of the full days of each of up to five products that have any', async () => {
    const { status, body } = await compare(`ids=${idsOf(0, 1, 2, 3, 4)}`)
    expect(status).toBe(200)
    const plot = body.split('<figure')[1]?.split('</figure>')[0] ?? ''
    expect(plot).toContain('Clicks per day, last 28 full days')
    expect([...plot.matchAll(/<li class="tone-/g)]).toHaveLength(1)
    const days = [...plot.matchAll(/<tr data-at="(\d+)"/g)].map(([, time]) => Number(time))
    expect(days).toHaveLength(28)
    expect(days.at(-1)).toBe(Date.parse(daysFromToday(-1)))
    expect((await compare(`ids=${idsOf(1, 2)}`)).body).not.toContain('<figure')
  })

  it('takes three products, from a form too, and leaves one of them out by a link', async () => {
    const { status, body } = await compare(
      `ids=${idsOf(0).join()}&ids=${products[1]?.slug}&ids=${idsOf(2).join()}`,
    )
    expect(status).toBe(200)
    const href = `/admin/products/compare?ids=${idsOf(0, 2)}`
    expect(body).toContain(`href="${href}" aria-label="Leave out Beta"`)
    expect((await browser.get(href)).body).not.toContain('Leave out')
  })

  it.each([
    ['nothing', () => '', 'Choose at least 2 products to compare.'],
    ['one product', () => `ids=${idsOf(0)}`, 'Choose at least 2 products to compare.'],
    [
      'one product twice',
      () => `ids=${idsOf(0)}&ids=${products[0]?.slug}`,
      'Choose at least 2 products to compare.',
    ],
    ['six products', () => `ids=${idsOf(0, 1, 2, 3, 4, 5)}`, 'Choose at most 5 products to compare.'],
    ['an unknown id', () => `ids=${idsOf(0)},99999`, 'There is no product 99999.'],
    ['an unknown slug', () => `ids=${idsOf(0)},nothing`, 'There is no product nothing.'],
    ['no id', () => `ids=${idsOf(0)},-1`, 'There is no product -1.'],
  ])('answers 422 with a sentence for %s', async (_, ids, sentence) => {
    const { status, body } = await compare(ids())
    expect(status).toBe(422)
    expect(body).toContain(`role="alert">${sentence}`)
  })

  it('reads two and five products by as many statements', async () => {
    const ofTwo = await statementsOf(() => compare(`ids=${idsOf(0, 1)}`))
    const ofFive = await statementsOf(() => compare(`ids=${idsOf(0, 1, 2, 3, 4)}`))
    expect(ofFive).toHaveLength(ofTwo.length)
    expect(ofTwo.filter((text) => text.includes('product.portfolio_status'))).toHaveLength(1)
  })

  it('is reached by ticks on the map, in the list of products and on the dashboard', async () => {
    for (const path of ['/admin/map', '/admin/products', '/admin']) {
      const { body } = await browser.get(path)
      expect(body).toMatch(/<form[^>]* method="get" action="\/admin\/products\/compare"/)
      expect(body).toMatch(/<input type="checkbox" name="ids" value="\w+"[^>]* aria-label="Compare Alpha/)
    }
  })
})
