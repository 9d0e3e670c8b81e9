import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('PATCH /bugs/{id}', () => {
  it('sets resolved_at when the bug is resolved and clears it when the bug is reopened', async () => {
    const bug = await make(world, '/api/bugs', { title: 'Crash' })
    const change = async (status: string) =>
      (await world.send('PATCH', `/api/bugs/${bug.id}`, { status })).body.data.resolved_at
    expect(bug.resolved_at).toBeNull()
    const fixed = await change('fixed')
    expect(fixed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await change('wont-fix')).toBe(fixed)
    expect(await change('confirmed')).toBeNull()
  })
})
