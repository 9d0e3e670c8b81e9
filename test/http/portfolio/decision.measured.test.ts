import { beforeAll, describe, expect, it } from 'vitest'
import { daysAfter } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { addApplication, addClicks, backdate } from '../../support/expectations.ts'
import { makeApp, makeDecision, makeProduct, root } from '../../support/makers.ts'
import { marketOf } from '../../support/market.ts'
import { makeWorld, type World } from '../../support/world.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const { addPosition, addTruth } = marketOf(() => world)

let world: World
let today: string
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE })
  today = todayIn(TIME_ZONE)
})

type Made = { id: number; slug: string }

/** A decision that was made `age` days ago and expects something `span` days after that. */
type Case = { age: number; span: number }

// Returns what GET answers for an expectation of an app, and the entry itself for the days.
async function measure(app: Made, entry: Record<string, unknown>, { age, span }: Case) {
  const expected = [{ direction: 'up', ...entry, by: daysAfter(today, span) }]
  const { id } = await makeDecision(world, { app_slug: app.slug, expected })
  await backdate(world, id, age)
  const { status, body } = await world.send('GET', `${root}/decisions/${id}`)
  expect(status).toBe(200)
  return body.decision.expected[0]
}

// Days relative to the decision, which was made `age` days ago.
const dayOf = (age: number, offset: number) => daysAfter(today, offset - age)
const series = (age: number, first: number, values: readonly (number | null)[]) =>
  Object.fromEntries(
    values.flatMap((value, index) => (value === null ? [] : [[dayOf(age, first + index), value]])),
  )
const repeat = <T>(value: T, count: number) => Array.from({ length: count }, () => value)

type ClickCase = Case & {
  title: string
  /** The clicks of the days from `from`, relative to the decision. Null is a day without a row. */
  rows: { from: number; clicks: readonly (number | null)[]; status?: string }[]
  entry?: Record<string, unknown>
  want: Record<string, unknown>
}

const tenDays = { age: 12, span: 10 }

describe('clicks', () => {
  it.each<ClickCase>([
    {
      title: 'are compared over the days between the decision and its day, without the day of the decision',
      ...tenDays,
      rows: [
        { from: -10, clicks: repeat(10, 10) },
        { from: 0, clicks: [1000] },
        { from: 1, clicks: repeat(12, 10) },
        { from: -11, clicks: [5000] },
        { from: 11, clicks: [5000] },
      ],
      want: { days: 10, before: 100, after: 120, change: 20, verdict: 'met' },
    },
    {
      title: 'miss an expectation by a hundredth of a percent',
      ...tenDays,
      entry: { at_least: 20.01 },
      rows: [
        { from: -10, clicks: repeat(10, 10) },
        { from: 1, clicks: repeat(12, 10) },
      ],
      want: { change: 20, verdict: 'not-met' },
    },
    {
      title: 'do not count if they are rejected, and days with only such rows have no clicks',
      ...tenDays,
      rows: [
        { from: -10, clicks: repeat(10, 10) },
        { from: 1, clicks: repeat(12, 4) },
        { from: 1, clicks: repeat(500, 10), status: 'rejected' },
      ],
      want: { before: 100, after: 48, change: -52, verdict: 'unclear' },
    },
    {
      title: 'are enough on half of the days, among them days with a row of 0',
      ...tenDays,
      rows: [
        { from: -10, clicks: [20, null, 20, null, 20, null, 20, null, 20, null] },
        { from: 1, clicks: [null, 100, 0, 0, null, 0, 80, null, null, null] },
      ],
      want: { before: 100, after: 180, change: 80, verdict: 'met' },
    },
    {
      title: 'are unclear on fewer than half of the days before',
      ...tenDays,
      rows: [
        { from: -10, clicks: [25, 25, 25, 25, null, null, null, null, null, null] },
        { from: 1, clicks: repeat(20, 10) },
      ],
      want: { before: 100, after: 200, change: 100, verdict: 'unclear' },
    },
    {
      title: 'are unclear after 0 clicks, whose percentage does not exist',
      ...tenDays,
      rows: [
        { from: -10, clicks: repeat(0, 10) },
        { from: 1, clicks: repeat(20, 10) },
      ],
      want: { before: 0, after: 200, change: null, verdict: 'unclear' },
    },
    {
      title: 'are unclear if none were measured before',
      ...tenDays,
      rows: [{ from: 1, clicks: repeat(20, 10) }],
      want: { before: null, after: 200, change: null, verdict: 'unclear' },
    },
    {
      title: 'are expected to fall by a direction of its own',
      ...tenDays,
      entry: { direction: 'down', at_least: 30 },
      rows: [
        { from: -10, clicks: repeat(3, 10) },
        { from: 1, clicks: repeat(2, 10) },
      ],
      want: { before: 30, after: 20, change: -33.3333, verdict: 'met' },
    },
    {
      title: 'are compared over 28 days at most',
      age: 41,
      span: 40,
      rows: [
        { from: -29, clicks: [9000, ...repeat(1, 28)] },
        { from: 1, clicks: [...repeat(7, 12), ...repeat(2, 28)] },
      ],
      want: { days: 28, before: 28, after: 56, change: 100, verdict: 'met' },
    },
    {
      title: 'are compared up to yesterday while the day is today',
      age: 10,
      span: 10,
      rows: [
        { from: -10, clicks: repeat(10, 10) },
        { from: 0, clicks: [...repeat(12, 10), 7000] },
      ],
      want: { days: 10, before: 100, after: 120, change: 20, verdict: 'pending' },
    },
    {
      title: 'are judged once the day was yesterday',
      age: 11,
      span: 10,
      rows: [
        { from: -10, clicks: repeat(10, 10) },
        { from: 1, clicks: [...repeat(12, 10), 7000] },
      ],
      want: { days: 10, before: 100, after: 120, change: 20, verdict: 'met' },
    },
  ])('$title', async ({ age, span, rows, entry, want }) => {
    const app = await makeApp(world)
    const application = await addApplication(world, app.id)
    for (const { from, clicks, status } of rows)
      await addClicks(world, application, series(age, from, clicks), status)
    const measured = await measure(app, { metric: 'clicks', at_least: 20, ...entry }, { age, span })
    expect(measured).toMatchObject({ ...want, app_slug: app.slug, product_slug: null })
  })

  it('of a product are those of the apps that belong to it now', async () => {
    const [product, other] = [await makeProduct(world), await makeProduct(world)]
    const stays: Made = await makeApp(world, { product_id: product.id })
    const moves: Made = await makeApp(world, { product_id: other.id })
    const { age } = tenDays
    for (const [app, factor] of [
      [stays, 1],
      [moves, 3],
    ] as const) {
      const application = await addApplication(world, app.id)
      await addClicks(world, application, series(age, -10, repeat(factor, 10)))
      await addClicks(world, application, series(age, 1, repeat(2 * factor, 10)))
    }
    const expected = [
      { metric: 'clicks', direction: 'up', at_least: 20, by: daysAfter(today, 10) },
      {
        metric: 'clicks',
        direction: 'up',
        at_least: 20,
        by: daysAfter(today, 10),
        product_slug: other.slug,
      },
    ]
    const { id } = await makeDecision(world, { product_slug: product.slug, expected })
    await backdate(world, id, age)
    const read = async () =>
      (await world.send('GET', `${root}/decisions/${id}`)).body.decision.expected.map(
        ({ before, after, product_slug, app_slug }: Record<string, unknown>) => [
          product_slug,
          app_slug,
          before,
          after,
        ],
      )
    expect(await read()).toEqual([
      [product.slug, null, 10, 20],
      [other.slug, null, 30, 60],
    ])
    await world.send('PATCH', `${root}/apps/${moves.slug}`, { product_slug: product.slug })
    expect(await read()).toEqual([
      [product.slug, null, 40, 80],
      [other.slug, null, null, null],
    ])
  })
})

describe('ratings', () => {
  const rate = async (days: Record<number, number | null>, entry: object, { age, span }: Case = tenDays) => {
    const app: Made = await makeApp(world)
    for (const [offset, rating] of Object.entries(days))
      await addTruth({ app_id: app.id, date: dayOf(age, Number(offset)), rating, version: '1' })
    return measure(app, { metric: 'rating', at_least: 0.1, ...entry }, { age, span })
  }

  it('are the last ones measured in each period, and 4.4 to 4.5 is a tenth', async () => {
    const measured = await rate({ [-9]: 3.9, [-4]: 4.4, [-1]: null, 0: 1, 2: 4.1, 7: 4.5, 11: 1 }, {})
    expect(measured).toMatchObject({ before: 4.4, after: 4.5, change: 0.1, verdict: 'met' })
  })

  it('are unclear if none was measured in a period', async () => {
    expect(await rate({ [-11]: 4, 3: 4.5 }, {})).toMatchObject({
      before: null,
      after: 4.5,
      change: null,
      verdict: 'unclear',
    })
  })

  it('that fell are not met by a rise', async () => {
    expect(await rate({ [-1]: 4.5, 3: 4 }, {})).toMatchObject({ change: -0.5, verdict: 'not-met' })
    expect(await rate({ [-1]: 4.5, 3: 4 }, { direction: 'down', at_least: 0.5 })).toMatchObject({
      verdict: 'met',
    })
  })
})

describe('positions', () => {
  const place = async (days: Record<number, number | null>, entry: object) => {
    const app: Made = await makeApp(world)
    for (const [offset, position] of Object.entries(days))
      await addPosition({
        app_id: app.id,
        date: dayOf(tenDays.age, Number(offset)),
        position,
        measured: true,
        keyword: 'QR scanner',
        country: 'de',
      })
    const position = { metric: 'position', keyword: 'qr Scanner', country: 'DE', at_least: 3 }
    return measure(app, { ...position, ...entry }, tenDays)
  }

  it('are the median of the days on which the app was found', async () => {
    const days = { [-9]: 30, [-7]: null, [-5]: 20, [-2]: 10, [-1]: null, 1: null, 3: 18, 5: 15, 9: 16 }
    expect(await place(days, {})).toMatchObject({ before: 20, after: 16, change: -4, verdict: 'met' })
  })

  it('are the mean of the two middle ones of an even number', async () => {
    const days = { [-4]: 9, [-3]: 12, [-2]: 13, [-1]: 40, 2: 10, 3: 11 }
    expect(await place(days, {})).toMatchObject({ before: 12.5, after: 10.5, change: -2, verdict: 'not-met' })
    expect(await place(days, { at_least: 2 })).toMatchObject({ verdict: 'met' })
  })

  it('that fall have a greater number', async () => {
    const days = { [-4]: 9, 2: 12 }
    expect(await place(days, { direction: 'down' })).toMatchObject({ change: 3, verdict: 'met' })
    expect(await place(days, { direction: 'up' })).toMatchObject({ change: 3, verdict: 'not-met' })
  })

  it('are unclear if the app was only looked for', async () => {
    expect(await place({ [-4]: null, 2: 12 }, {})).toMatchObject({ before: null, verdict: 'unclear' })
  })

  it('of another country or keyword do not count', async () => {
    expect(await place({ [-4]: 9, 2: 1 }, { country: 'FR' })).toMatchObject({ before: null, after: null })
    expect(await place({ [-4]: 9, 2: 1 }, { keyword: 'qr' })).toMatchObject({ before: null, after: null })
  })
})
