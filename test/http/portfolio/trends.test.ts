import { beforeAll, describe, expect, it } from 'vitest'
import { updateClickMonths } from '../../../src/operations/click/monthly-totals.ts'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { makeApp, makeProduct, makeToken, root } from '../../support/makers.ts'
import { marketOf } from '../../support/market.ts'
import { makeApplication, makeCompany } from '../../support/operations.ts'
import { makePerson } from '../../support/people.ts'
import { readsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const { addPosition, addTruth } = marketOf(() => world)
type Slugged = { id: number; slug: string }
type Point = { from: string; to: string; value: number | null }

let world: World
let product: Slugged
let android: Slugged
let ios: Slugged
let other: Slugged
let yesterday: string
let clicked: (app: Slugged, date: string, clicks: number, status?: string) => Promise<void>

/** The day that is `days` before yesterday. */
const ago = (days: number) => daysAfter(yesterday, -days)

const trendsOf = async (query: Record<string, string | number>) => {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return world.send('GET', `${root}/trends?${parameters}`)
}

beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  yesterday = todayIn(TIME_ZONE, -1)
  product = await makeProduct(world)
  android = await makeApp(world, { product_id: product.id, platform: 'Android', name: 'Scanner' })
  ios = await makeApp(world, { product_id: product.id, platform: 'iOS', name: 'Scanner 📱' })
  other = await makeApp(world, { platform: 'Web', name: 'Elsewhere' })
  const admin = await makePerson(world, 'admin')
  const company = await makeCompany(admin)
  const applications = new Map<number, number>()
  for (const app of [android, ios, other])
    applications.set(app.id, (await makeApplication(admin, { app_slug: app.slug })).id)
  clicked = async ({ id }, date, clicks, status = 'ok') => {
    const rows = [{ date, app_id: applications.get(id), company_id: company.id, clicks, status }]
    expect((await admin.send('POST', '/analytics/clicks/bulk', { rows })).body.created).toBe(1)
  }
})

describe('GET /trends of clicks', () => {
  beforeAll(async () => {
    await clicked(android, ago(0), 70)
    await clicked(android, ago(27), 30)
    await clicked(android, ago(28), 50)
    await clicked(android, ago(55), 30)
    await clicked(ios, ago(3), 10)
    await clicked(other, ago(30), 500)
    await clicked(other, ago(45), 0)
    // None of these counts.
    await clicked(android, daysAfter(yesterday, 1), 1000)
    await clicked(android, ago(56), 1000)
    await clicked(android, ago(1), 1000, 'rejected')
    await clicked(ios, ago(40), 1000, 'rejected')
  })

  it('compares the last 28 full days of the time zone with those before, the largest change first', async () => {
    const { status, body } = await trendsOf({ metric: 'clicks' })
    expect(status).toBe(200)
    const { message, trends, period, previous, meta, warnings } = body
    expect(message).toBe('Trends found.')
    expect([period, previous]).toEqual([
      { from: ago(27), to: ago(0) },
      { from: ago(55), to: ago(28) },
    ])
    expect([meta, warnings]).toEqual([{ total: 3, count: 3 }, undefined])
    const of = ({ app_slug, current, previous, change, change_percent }: Record<string, unknown>) => [
      app_slug,
      current,
      previous,
      change,
      change_percent,
    ]
    expect(trends.map(of)).toEqual([
      [other.slug, 0, 500, -500, -100],
      [android.slug, 100, 80, 20, 25],
      [ios.slug, 10, null, null, null],
    ])
    expect(trends[1]).toMatchObject({
      metric: 'clicks',
      name: 'Scanner',
      platform: 'Android',
      keyword: null,
      country: null,
      measured_since: null,
    })
  })

  it('has a point for each of up to 31 days, with those of running totals', async () => {
    const { body } = await trendsOf({ metric: 'clicks', days: 31 })
    await updateClickMonths(world.database.orm)
    const again = await trendsOf({ metric: 'clicks', days: 31 })
    expect(again.body).toEqual(body)
    const { points } = body.trends.find(({ app_slug }: { app_slug: string }) => app_slug === android.slug)
    expect(points).toHaveLength(31)
    expect(points.at(-1)).toEqual({ from: yesterday, to: yesterday, value: 70 })
    expect(points.filter(({ value }: Point) => value !== 0)).toHaveLength(3)
  })

  it('has no values before the first day with clicks, 0 too, and says from which day there are some', async () => {
    const { trends } = (await trendsOf({ metric: 'clicks' })).body
    expect(trends.map((row: Record<string, unknown>) => [row.app_slug, row.measured_since])).toEqual([
      [other.slug, ago(45)],
      [android.slug, null],
      [ios.slug, ago(3)],
    ])
    const values = trends[2].points.map(({ value }: Point) => value)
    expect(values).toEqual([...Array(24).fill(null), 10, 0, 0, 0])
    // The week with the first day has a value.
    const [{ points }] = (await trendsOf({ metric: 'clicks', app_slug: other.slug, days: 63 })).body.trends
    expect(points.map(({ value }: Point) => value)).toEqual([null, null, 0, 0, 500, 0, 0, 0, 0])
  })

  it.each([32, 90, 365])(
    'has weeks until yesterday for %d days, whose sum is that of the period',
    async (days) => {
      const { body } = await trendsOf({ metric: 'clicks', app_slug: android.slug, days })
      const [{ points, current }] = body.trends as [{ points: Point[]; current: number }]
      expect(points).toHaveLength(Math.ceil(days / 7))
      expect(points.length).toBeLessThanOrEqual(60)
      expect(points[0]?.from).toBe(body.period.from)
      expect(points.at(-1)).toMatchObject({ from: ago(6), to: yesterday })
      for (const [index, { from }] of points.entries())
        if (index > 0) expect(from).toBe(daysAfter(points[index - 1]?.to as string, 1))
      expect(points.reduce((sum, { value }) => sum + Number(value), 0)).toBe(current)
    },
  )

  it('is limited to a product or an app', async () => {
    const slugs = async (query: Record<string, string>) =>
      (await trendsOf({ metric: 'clicks', ...query })).body.trends.map(
        (row: { app_slug: string }) => row.app_slug,
      )
    expect(await slugs({ product_slug: product.slug })).toEqual([android.slug, ios.slug])
    expect(await slugs({ app_slug: ios.slug })).toEqual([ios.slug])
    expect(await slugs({ product: product.slug })).toEqual([android.slug, ios.slug])
  })

  it('warns about an unknown slug', async () => {
    const { status, body } = await trendsOf({ metric: 'clicks', product_slug: 'nowhere' })
    expect([status, body.trends, body.meta]).toEqual([200, [], { total: 0, count: 0 }])
    expect(body.warnings).toMatchObject([
      { field: 'product_slug', message: expect.stringContaining('nowhere') },
    ])
    const ofApp = await trendsOf({ metric: 'rating', app_slug: 'nowhere' })
    expect(ofApp.body.warnings).toMatchObject([{ field: 'app_slug' }])
  })

  it('runs one statement, however much is stored', async () => {
    // No other test sends these, so none of their answers is cached.
    for (const query of [
      'metric=clicks&days=100',
      'metric=position&days=365',
      `metric=clicks&days=100&app_slug=${ios.slug}`,
    ])
      expect(await readsOf(() => world.send('GET', `${root}/trends?${query}`))).toHaveLength(1)
  })
})

describe('GET /trends of ratings', () => {
  it('has the last rating of both periods and of each day, null where none was measured', async () => {
    for (const [days, rating] of [
      [30, 4.5],
      [20, 4.25],
      [2, 4.1],
      [1, null],
    ] as const)
      await addTruth({ app_slug: android.slug, date: ago(days), rating })
    await addTruth({ app_slug: ios.slug, date: ago(40), rating: 3 })
    const { body } = await trendsOf({ metric: 'rating' })
    const [first, second] = body.trends
    expect(first).toMatchObject({
      app_slug: android.slug,
      current: 4.1,
      previous: 4.5,
      change: -0.4,
      change_percent: -8.9,
    })
    expect(second).toMatchObject({
      app_slug: ios.slug,
      current: null,
      previous: 3,
      change: null,
      change_percent: null,
    })
    expect(body.meta.total).toBe(2)
    const values = first.points.map(({ value }: Point) => value)
    expect(values.filter((value: number | null) => value !== null)).toEqual([4.25, 4.1])
    expect(values.slice(-3)).toEqual([4.1, null, null])
  })
})

describe('GET /trends of positions', () => {
  beforeAll(async () => {
    const add = (keyword: string, days: number, position: number | null, rest = {}) =>
      addPosition({ app_slug: android.slug, keyword, date: ago(days), position, country: 'de', ...rest })
    for (const [days, position] of [
      [40, 30],
      [35, 20],
      [30, null],
      [5, 10],
      [4, 2],
      [3, 4],
      [2, null],
    ] as const)
      await add('QR scanner', days, position)
    await add('qr scanner', 1, 6)
    await add('qr scanner', 1, 90, { country: 'at' })
    await add('qr scanner', 50, 80, { country: 'at' })
    await add('reader', 2, 7, { app_slug: ios.slug })
  })

  it('has the median of the days on which the app was found, by keyword and country', async () => {
    const { body } = await trendsOf({ metric: 'position' })
    expect(
      body.trends.map(
        ({ app_slug, keyword, country, current, previous, change }: Record<string, unknown>) => [
          app_slug,
          String(keyword).toLowerCase(),
          country,
          current,
          previous,
          change,
        ],
      ),
    ).toEqual([
      [android.slug, 'qr scanner', 'DE', 5, 25, -20],
      [android.slug, 'qr scanner', 'AT', 90, 80, 10],
      [ios.slug, 'reader', 'DE', 7, null, null],
    ])
    expect(body.trends[0].points.slice(-4).map(({ value }: Point) => value)).toEqual([4, null, 6, null])
  })

  it('is limited to a keyword, whatever its case, and to a country', async () => {
    const { body } = await trendsOf({ metric: 'position', keyword: 'Qr Scanner', country: 'at' })
    expect(body.trends).toMatchObject([{ country: 'AT', current: 90 }])
    expect((await trendsOf({ metric: 'position', keyword: 'qr' })).body.trends).toEqual([])
  })

  it('has at most 50 of them, and counts all', async () => {
    for (let index = 0; index < 55; index++)
      await addPosition({
        app_slug: other.slug,
        keyword: `word ${index}`,
        date: ago(index % 20),
        position: 3,
      })
    const { body } = await trendsOf({ metric: 'position' })
    expect(body.trends).toHaveLength(50)
    expect(body.meta).toEqual({ total: 58, count: 50 })
  })
})

describe('GET /trends rejects', () => {
  it('a request without a token, and a token that may not read', async () => {
    const path = `${root}/trends?metric=clicks`
    const { headers: writer } = await makeToken(world, ['write'])
    for (const headers of [{ 'x-portfolio-token': '' }, writer])
      expect((await world.send('GET', path, undefined, headers)).status).toBe(403)
    expect((await world.send('POST', path, {})).status).toBe(405)
  })

  it.each([
    ['', { metric: ['The metric field is required.'] }],
    ['metric=installs', { metric: ['The selected metric is invalid. Allowed: clicks, rating, position.'] }],
    ['metric=clicks&days=6', { days: ['The days field must be at least 7.'] }],
    ['metric=clicks&days=366', { days: ['The days field must not be greater than 365.'] }],
    ['metric=clicks&days=1.5', { days: ['The days field must be an integer.'] }],
    ['metric=rating&keyword=qr', { keyword: ['The keyword field is prohibited unless metric is position.'] }],
    ['metric=clicks&country=de', { country: ['The country field is prohibited unless metric is position.'] }],
    ['metric=position&country=zz', { country: ['The selected country is invalid.'] }],
    [
      'metric=clicks&product_slug=a&app_slug=b&days=x',
      {
        app_slug: ['The app slug field is prohibited beside product_slug.'],
        days: ['The days field must be an integer.'],
      },
    ],
    [
      'metric=clicks&limit=5',
      { limit: [expect.stringMatching(/^The limit field is prohibited\. Allowed: metric, /)] },
    ],
  ])('%s', async (query, errors) => {
    const { status, body } = await world.send('GET', `${root}/trends?${query}`)
    expect([status, body.errors]).toEqual([422, errors])
  })

  it('what is not about the summaries: the four market collections have no routes', async () => {
    for (const collection of ['competitors', 'competitor-reviews', 'keyword-positions', 'store-truth'])
      expect((await world.send('GET', `${root}/${collection}`)).status).toBe(404)
  })

  it('an unknown day of a long name with emoji without an error of the server', async () => {
    const keyword = '🧭'.repeat(255)
    expect((await trendsOf({ metric: 'position', keyword })).body.trends).toEqual([])
    expect((await trendsOf({ metric: 'position', keyword: `${keyword}🧭` })).status).toBe(422)
  })
})
