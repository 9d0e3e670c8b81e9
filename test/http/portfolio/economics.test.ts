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
      period_start: 'The period start field must match the format Y-m-d.',
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
