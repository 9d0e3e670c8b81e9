import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('references', () => {
  it('are embedded in answers and written by id; what others point to is not removed', async () => {
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
      const refused = await world.send('DELETE', path)
      expect([refused.status, refused.body.blocking, refused.body.code]).toEqual([409, blocking, 'conflict'])
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
  ])('%s refuses a %s that nobody has', async (path, field) => {
    const { status, body } = await world.send('POST', path, { title: 'Lost', [field]: 999_999 })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: [`The selected ${field.replace('_', ' ')} is invalid.`] })
  })

  it('names all that nobody has at once, beside whatever else is wrong', async () => {
    const nobody = { service_id: 999_999, improvement_id: 999_999, agent_id: 999_999 }
    for (const wrong of [{}, { title: 1, status: 'someday' }]) {
      const { body } = await world.send('POST', '/api/tasks', { title: 'Lost', ...nobody, ...wrong })
      expect(Object.keys(body.errors).sort()).toEqual(Object.keys({ ...nobody, ...wrong }).sort())
    }
  })

  it('refuses a task for an agent that was removed', async () => {
    const agent = await make(world, '/api/agents', { name: 'short-lived' })
    await world.send('DELETE', `/api/agents/${agent.id}`)
    expect((await world.send('POST', '/api/tasks', { title: 'Late', agent_id: agent.id })).status).toBe(422)
  })
})

describe('what the server sets', () => {
  it('gives a service a slug of its own', async () => {
    const [first, second] = [
      await make(world, '/api/resources', { name: 'Магазин' }),
      await make(world, '/api/resources', { name: 'Магазин' }),
    ]
    expect([first.slug, second.slug]).toEqual(['magazin', 'magazin-2'])
    expect((await world.send('PATCH', `/api/resources/${first.id}`, { slug: 'mine' })).body).toMatchObject({
      data: { slug: 'magazin' },
      warnings: [{ field: 'slug' }],
    })
  })

  it('gives services a slug each, however they meet', async () => {
    await make(world, '/api/resources', { name: 'Shop' })
    const names = ['Shop', 'Shop 2', 'Shop', 'Shop 2']
    const made = await Promise.all(names.map((name) => make(world, '/api/resources', { name })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(names.length)
  })

  it('hides improvements that are done, unless they are asked for', async () => {
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

  it('says when a bug was dealt with', async () => {
    const bug = await make(world, '/api/bugs', { title: 'Crash' })
    const change = async (status: string) =>
      (await world.send('PATCH', `/api/bugs/${bug.id}`, { status })).body.data.resolved_at
    expect(bug.resolved_at).toBeNull()
    const fixed = await change('fixed')
    expect(fixed).not.toBeNull()
    expect(await change('wont-fix')).toBe(fixed)
    expect(await change('confirmed')).toBeNull()
  })
})
