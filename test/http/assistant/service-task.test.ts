import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('POST /tasks', () => {
  it('rejects an agent that was deleted', async () => {
    const agent = await make(world, '/api/agents', { name: 'short-lived' })
    await world.send('DELETE', `/api/agents/${agent.id}`)
    const { status, body } = await world.send('POST', '/api/tasks', { title: 'Late', agent_id: agent.id })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['agent_id']])
  })
})

describe('PATCH /tasks/{id}', () => {
  it('sets a reference to null when its id is sent as blank text', async () => {
    const service_id = (await make(world, '/api/resources', { name: 'Service' })).id
    const improvement_id = (await make(world, '/api/improvements', { title: 'Improvement' })).id
    const agent_id = (await make(world, '/api/agents', { name: 'Agent' })).id
    const { id } = await make(world, '/api/tasks', { title: 'Task', service_id, improvement_id, agent_id })
    for (const name of ['service', 'improvement', 'agent']) {
      const { status, body } = await world.send('PATCH', `/api/tasks/${id}`, { [`${name}_id`]: '' })
      expect([status, body.data?.[name]], name).toEqual([200, null])
    }
  })
})
