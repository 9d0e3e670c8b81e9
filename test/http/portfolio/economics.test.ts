import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeEconomics, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

const economics = `${root}/economics`
const valid = {
  title: 'T',
  direction_slug: 'utilities',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
}

describe('POST /economics', () => {
  const post = (fields: object) => world.send('POST', economics, { ...valid, ...fields })

  it('accepts a product or a direction, and rejects an app', async () => {
    const { body } = await post({ direction_slug: undefined, product_slug: 'run', app_id: 1 })
    expect(Object.keys(body.errors)).toEqual(['app_id'])
  })

  it('warns of a period that is in the future, or not over', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const warned = async (start: number, end: number) => {
      const { status, body } = await post({ period_start: day(start), period_end: day(end) })
      expect(status).toBe(201)
      return body.warnings
    }
    const why = 'Economics say how a period went.'
    expect(await warned(-30, -1)).toBeUndefined()
    expect(await warned(-3, 3)).toEqual([
      { field: 'period_end', message: `The period end ${day(3)} is in the future. ${why}` },
    ])
    expect(await warned(3, 9)).toEqual([
      { field: 'period_start', message: `The period start ${day(3)} is in the future. ${why}` },
    ])
  })

  it('accepts a period of at most 366 days that does not end before it starts', async () => {
    expect((await post({ period_start: '2026-01-01', period_end: '2026-01-01' })).status).toBe(201)
    expect((await post({ period_start: '2024-01-01', period_end: '2025-01-01' })).status).toBe(201)
    expectValidationErrors(await post({ period_start: '2024-01-01', period_end: '2025-01-02' }), {
      period_end: 'The period end field must be at most 366 days after period start.',
    })
    expectValidationErrors(await post({ period_start: '2026-01-02', period_end: '2026-01-01', title: '' }), {
      period_end: 'The period end field must be a date after or equal to period start.',
      title: 'The title field is required.',
    })
    expectValidationErrors(await post({ period_start: '2026-02-30', period_end: '2020-01-01' }), {
      period_start: 'The period start field must match the format Y-m-d. February 2026 has 28 days.',
    })
  })
})

describe('GET /economics', () => {
  it('filters by status', async () => {
    const disputed = await makeEconomics(world, { economics_status: 'disputed' })
    const { body } = await world.send('GET', `${economics}?status=DISPUTED`)
    expect(body.economics).toEqual([disputed])
  })
})
