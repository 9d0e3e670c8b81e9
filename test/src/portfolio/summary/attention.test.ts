import { expect, it } from 'vitest'
import { countOpenSignals } from '../../../../src/portfolio/summary/attention.ts'
import { makeSignal } from '../../../support/makers.ts'
import { makeWorld } from '../../../support/world.ts'

it('counts the open signals of each severity and type, the highest severity first', async () => {
  const world = await makeWorld()
  await makeSignal(world, { severity: 'critical' })
  await makeSignal(world, { severity: 'critical', signal_type: 'risk' })
  await makeSignal(world, { severity: 'critical', status: 'resolved' })
  await makeSignal(world, { severity: 'low', signal_type: 'growth-point' })
  const none = { total: 0, problems: 0, risks: 0, growth_points: 0 }
  expect(await countOpenSignals(world.database.read)).toEqual([
    { ...none, severity: 'critical', total: 2, problems: 1, risks: 1 },
    { ...none, severity: 'high' },
    { ...none, severity: 'medium' },
    { ...none, severity: 'low', total: 1, growth_points: 1 },
  ])
})
