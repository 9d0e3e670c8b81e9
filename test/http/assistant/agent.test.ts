import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

describe('agents', () => {
  it('are toggled, or set to the is_active of the body', async () => {
    const { id } = await make(world, '/api/agents', { name: 'switched' })
    const toggle = async (body?: object) => {
      const answer = await world.send('POST', `/api/agents/${id}/toggle`, body)
      return [answer.status, answer.body.data?.is_active]
    }
    expect(await toggle()).toEqual([200, false])
    expect(await toggle()).toEqual([200, true])
    expect(await toggle({ is_active: true })).toEqual([200, true])
    expect(await toggle({ is_active: '0' })).toEqual([200, false])
    expect((await toggle({ is_active: 'yes' }))[0]).toBe(422)
  })

  it('count their restarts, even while they are inactive', async () => {
    const { id } = await make(world, '/api/agents', { name: 'restarted', is_active: false })
    await world.send('POST', `/api/agents/${id}/restart`)
    const { status, body } = await world.send('POST', `/api/agents/${id}/restart`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ restart_count: 2, is_active: false })
    expect(Date.parse(body.data.last_restarted_at)).toBeGreaterThan(Date.now() - 10_000)
  })

  it('have a history, newest first, paged by number and by cursor', async () => {
    const { id } = await make(world, '/api/agents', { name: 'historic' })
    await world.send('POST', `/api/agents/${id}/toggle`, undefined, { 'x-request-id': 'toggled-it' })
    await world.send('POST', `/api/agents/${id}/restart`)
    const { body } = await world.send('GET', `/api/agents/${id}/history`)
    expect(body.data.map((row: { event: string }) => row.event)).toEqual([
      'updated',
      'status_changed',
      'created',
    ])
    expect(body.data[1]).toMatchObject({
      actor: { type: 'env_token', id: 'env:1', name: 'env:1' },
      changes: { is_active: { from: true, to: false } },
      surface: 'http',
      request_id: 'toggled-it',
    })
    const first = await world.send('GET', `/api/agents/${id}/history?per_page=2`)
    const cursor = first.body.meta.next_cursor
    const second = await world.send('GET', `/api/agents/${id}/history?per_page=2&cursor=${cursor}`)
    expect(second.body.data).toEqual([body.data[2]])
    expect(second.body.meta).toMatchObject({ current_page: null, from: null, to: null, next_cursor: null })
    const both = await world.send('GET', `/api/agents/${id}/history?page=1&cursor=${cursor}`)
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['cursor']])
    expect((await world.send('GET', `/api/agents/${id}/history?cursor=bogus`)).status).toBe(422)
    expect((await world.send('GET', '/api/agents/999999/history')).status).toBe(404)
    expect((await world.send('POST', `/api/agents/${id}/history`, {})).status).toBe(405)
  })

  it('support dry_run and Idempotency-Key on their actions', async () => {
    const { id } = await make(world, '/api/agents', { name: 'careful' })
    const dryRun = await world.send('POST', `/api/agents/${id}/toggle?dry_run=1`)
    expect([dryRun.status, dryRun.body.dry_run, dryRun.body.data.is_active]).toEqual([200, true, false])
    const key = { 'idempotency-key': 'restart-once' }
    await world.send('POST', `/api/agents/${id}/restart`, undefined, key)
    const repeated = await world.send('POST', `/api/agents/${id}/restart`, undefined, key)
    expect([repeated.body.data.restart_count, repeated.headers['idempotent-replayed']]).toEqual([1, 'true'])
    const { body } = await world.send('GET', `/api/agents/${id}`)
    expect(body.data).toMatchObject({ is_active: true, restart_count: 1 })
  })

  it.each(['a/b', '-first', '', 'x'.repeat(101), 'tab\tname', 'smile 🙂'])(
    'reject the name %j',
    async (name) => {
      expect((await world.send('POST', '/api/agents', { name })).status).toBe(422)
    },
  )

  it('have names that are unique in any case, until they are deleted', async () => {
    const agent = await make(world, '/api/agents', { name: 'Ассистент 2.0' })
    const rejected = await world.send('POST', '/api/agents', { name: 'АССИСТЕНТ 2.0' })
    expect([rejected.status, rejected.body.errors]).toEqual([
      422,
      { name: ['The name has already been taken.'] },
    ])
    await world.send('DELETE', `/api/agents/${agent.id}`)
    expect((await world.send('POST', '/api/agents', { name: 'АССИСТЕНТ 2.0' })).status).toBe(201)
  })

  it('always include main, which can be neither deleted nor renamed', async () => {
    const { body } = await world.send('GET', '/api/agents?search=main')
    const { id } = body.data.find((agent: { name: string }) => agent.name === 'main')
    expect((await world.send('DELETE', `/api/agents/${id}`)).status).toBe(409)
    expect((await world.send('PATCH', `/api/agents/${id}`, { name: 'other' })).status).toBe(409)
    expect((await world.send('PATCH', `/api/agents/${id}`, { name: 'main', title: 'M' })).status).toBe(200)
  })
})
