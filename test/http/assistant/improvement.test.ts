import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('GET /improvements', () => {
  it('omits improvements that are done unless include_done or status asks for them', async () => {
    const service = await make(world, '/api/resources', { name: 'Filter' })
    const done = await make(world, '/api/improvements', {
      title: 'Ready',
      status: 'Done',
      service_id: service.id,
    })
    const open = await make(world, '/api/improvements', { title: 'Not yet', service_id: service.id })
    expect(done.done_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const ids = async (query: string) => {
      const { body } = await world.send('GET', `/api/improvements?service_id=${service.id}&${query}`)
      return body.data.map((row: { id: number }) => row.id)
    }
    expect(await ids('')).toEqual([open.id])
    expect(await ids('include_done=0')).toEqual([open.id])
    expect(await ids('include_done=1')).toEqual([open.id, done.id])
    expect(await ids('status=done')).toEqual([done.id])
    expect((await world.send('GET', `/api/improvements/${done.id}`)).status).toBe(200)
    const reopened = await world.send('PATCH', `/api/improvements/${done.id}`, { status: 'in_progress' })
    expect(reopened.body.data).toMatchObject({ status: 'in-progress', done_at: null })
  })
})
