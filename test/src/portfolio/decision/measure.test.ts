import { beforeAll, describe, expect, it } from 'vitest'
import { measureExpectations, readExpectedDays } from '../../../../src/portfolio/decision/measure.ts'
import { readDecision } from '../../../../src/portfolio/decision/read.ts'
import { daysAfter } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { addApplication, addClicks, backdate } from '../../../support/expectations.ts'
import { makeApp, makeDecision } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const { addPosition, addTruth } = marketOf(() => world)
const today = todayIn('UTC')
const ago = (days: number) => daysAfter(today, -days)

let world: World
let app: { id: number; slug: string }
beforeAll(async () => {
  world = await makeWorld()
  app = await makeApp(world)
})

const expecting = async (...metrics: string[]) => {
  const expected = metrics.map((metric) => ({
    metric,
    direction: 'up',
    at_least: 1,
    by: daysAfter(today, 10),
    ...(metric === 'position' && { keyword: 'qr', country: 'DE' }),
  }))
  const { id } = await makeDecision(world, { app_slug: app.slug, expected })
  await backdate(world, id, 15)
  return readDecision(world.database.read, id)
}

describe('readExpectedDays', () => {
  it('returns what was measured on each day of the two periods and between them, by one statement', async () => {
    const application = await addApplication(world, app.id)
    await addClicks(world, application, {
      [ago(26)]: 99,
      [ago(25)]: 3,
      [ago(15)]: 4,
      [ago(5)]: 5,
      [ago(4)]: 99,
    })
    await addClicks(world, application, { [ago(25)]: 7, [ago(6)]: 0 })
    await addClicks(world, application, { [ago(6)]: 90, [ago(20)]: 90 }, 'rejected')
    await addTruth({ app_id: app.id, date: ago(20), rating: 4.25, version: '1' })
    await addPosition({ app_id: app.id, date: ago(7), position: 12, keyword: 'QR', country: 'de' })
    await addPosition({
      app_id: app.id,
      date: ago(8),
      position: null,
      measured: true,
      keyword: 'qr',
      country: 'de',
    })
    const decision = await expecting('clicks', 'rating', 'position')
    const { read } = world.database
    const [measured = []] = await measureExpectations(read, [decision], 'UTC')
    expect(measured.map(({ before, after }) => [before, after])).toEqual([
      [10, 5],
      [4.25, null],
      [null, 12],
    ])
    let days: unknown
    const statements = await statementsOf(async () => {
      days = await readExpectedDays(read, measured)
    })
    expect(statements).toHaveLength(1)
    expect(days).toEqual([
      [
        { date: ago(25), value: 10 },
        { date: ago(15), value: 4 },
        { date: ago(6), value: 0 },
        { date: ago(5), value: 5 },
      ],
      [{ date: ago(20), value: 4.25 }],
      [{ date: ago(7), value: 12 }],
    ])
  })
})

describe('measureExpectations', () => {
  it('measures those of many decisions by one statement, and sends none for decisions that expect nothing', async () => {
    const { read } = world.database
    const nothing = await expecting()
    const decisions = [await expecting('clicks', 'rating'), nothing, await expecting('rating')]
    let measured: unknown[][] = []
    const statements = await statementsOf(async () => {
      measured = await measureExpectations(read, decisions, 'UTC')
    })
    expect(statements).toHaveLength(1)
    expect(measured.map((list) => list.length)).toEqual([2, 0, 1])
    expect(measured[2]?.[0]).toMatchObject({ metric: 'rating', before: 4.25, verdict: 'unclear' })
    expect(await statementsOf(() => measureExpectations(read, [nothing], 'UTC'))).toEqual([])
  })
})
