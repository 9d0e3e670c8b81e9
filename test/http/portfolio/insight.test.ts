import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeInsight, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const insights = `${root}/insights`

describe('POST /insights', () => {
  it('sets discovered_at to the current day by default', async () => {
    const before = new Date().toISOString().slice(0, 10)
    const insight = await makeInsight(world)
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(insight.discovered_at)
  })

  it('rejects a discovered_at that is not a real day', async () => {
    const fields = { title: 'T', body: 'B', direction_slug: 'utilities', discovered_at: '2024-02-30' }
    expectValidationErrors(await world.send('POST', insights, fields), {
      discovered_at: 'The discovered at field must match the format Y-m-d. February 2024 has 29 days.',
    })
  })
})

describe('GET /insights', () => {
  it('filters by impact_level, which may also be sent as severity', async () => {
    const insight = await makeInsight(world, { impact_level: 'critical' })
    for (const name of ['impact_level', 'severity']) {
      const { body } = await world.send('GET', `${insights}?${name}=CRITICAL`)
      expect([body.insights, body.warnings]).toEqual([[insight], undefined])
    }
    expectValidationErrors(await world.send('GET', `${insights}?severity=huge`), {
      severity: 'The selected severity is invalid. Allowed: low, medium, high, critical.',
    })
  })
})
