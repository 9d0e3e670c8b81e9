import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('references', () => {
  it('are written by id and returned with their name, and a record with references cannot be deleted', async () => {
    const service = await make(world, '/api/resources', { name: 'Shop' })
    const improvement = await make(world, '/api/improvements', { title: 'Faster', service_id: service.id })
    const agent = await make(world, '/api/agents', { name: 'worker' })
    const task = await make(world, '/api/tasks', {
      title: 'Measure',
      service_id: service.id,
      improvement_id: improvement.id,
      agent_id: agent.id,
    })
    expect(task).toMatchObject({
      service: { id: service.id, name: 'Shop' },
      improvement: { id: improvement.id, name: 'Faster' },
      agent: { id: agent.id, name: 'worker' },
    })
    const bug = await make(world, '/api/bugs', { title: 'Slow', service_id: service.id })
    expect(bug.service).toEqual({ id: service.id, name: 'Shop' })
    for (const [path, blocking] of [
      [`/api/resources/${service.id}`, { improvements: 1, tasks: 1, bugs: 1 }],
      [`/api/improvements/${improvement.id}`, { tasks: 1 }],
      [`/api/agents/${agent.id}`, { tasks: 1 }],
    ] as const) {
      const rejected = await world.send('DELETE', path)
      expect([rejected.status, rejected.body.blocking, rejected.body.code]).toEqual([
        409,
        blocking,
        'conflict',
      ])
      expect((await world.send('GET', path)).status).toBe(200)
    }
    expect((await world.send('GET', `/api/bugs?service_id=${service.id}`)).body.meta.total).toBe(1)
    const cleared = await world.send('PATCH', `/api/bugs/${bug.id}`, { service_id: null })
    expect(cleared.body.data.service).toBeNull()
  })

  it.each([
    ['/api/improvements', 'service_id'],
    ['/api/bugs', 'service_id'],
    ['/api/tasks', 'service_id'],
    ['/api/tasks', 'improvement_id'],
    ['/api/tasks', 'agent_id'],
  ])('in %s are rejected if %s is unknown', async (path, field) => {
    const { status, body } = await world.send('POST', path, { title: 'Lost', [field]: 999_999 })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: [`The selected ${field.replace('_', ' ')} is invalid.`] })
  })

  it('to unknown records are reported together with all other errors', async () => {
    const unknown = { service_id: 999_999, improvement_id: 999_999, agent_id: 999_999 }
    for (const invalid of [{}, { title: 1, status: 'someday' }]) {
      const { body } = await world.send('POST', '/api/tasks', { title: 'Lost', ...unknown, ...invalid })
      expect(Object.keys(body.errors).sort()).toEqual(Object.keys({ ...unknown, ...invalid }).sort())
    }
  })
})
