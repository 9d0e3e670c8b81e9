import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld()
})

const kinds = [
  { path: '/api/resources', required: 'name', status: 'paused' },
  { path: '/api/improvements', required: 'title', status: 'planned' },
  { path: '/api/tasks', required: 'title', status: 'blocked' },
  { path: '/api/bugs', required: 'title', status: 'confirmed' },
  { path: '/api/agents', required: 'name', status: undefined },
]

describe.each(kinds)('$path', ({ path, required, status }) => {
  const called = (word: string) => `${word} of ${path.split('/').at(-1)}`

  it('stores, lists, shows, changes by PUT and PATCH, and removes', async () => {
    const stored = await world.send('POST', path, { [required]: `  ${called('One')} ` })
    expect(stored.status).toBe(201)
    const { id } = stored.body.data
    expect(stored.headers.location).toBe(`http://ops.test${path}/${id}`)
    expect(stored.body.data).toMatchObject({
      [required]: called('One'),
      created_by: { type: 'env_token', id: 'env:1', name: 'env:1' },
    })
    const shown = await world.send('GET', `${path}/${id}`)
    expect(shown.status).toBe(200)
    expect(shown.body.data).toEqual(stored.body.data)
    for (const method of ['PUT', 'PATCH']) {
      const changed = await world.send(method, `${path}/${id}`, { description: `by ${method}` })
      expect(changed.status).toBe(200)
      expect(changed.body.data).toMatchObject({ [required]: called('One'), description: `by ${method}` })
    }
    const unchanged = await world.send('PATCH', `${path}/${id}`, {})
    expect(unchanged.body.data.description).toBe('by PATCH')
    const removed = await world.send('DELETE', `${path}/${id}`)
    expect([removed.status, removed.body]).toEqual([204, ''])
    for (const [method, body] of [['GET'], ['PATCH', {}], ['PUT', {}], ['DELETE']] as const)
      expect((await world.send(method, `${path}/${id}`, body)).status).toBe(404)
  })

  it('pages, newest first, and says where the other pages are', async () => {
    for (let index = 0; index < 3; index++) await make(world, path, { [required]: called(`Page ${index}`) })
    const first = await world.send('GET', `${path}?per_page=2&search=${encodeURIComponent('Page ')}`)
    expect(first.body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 2,
      path: `http://ops.test${path}`,
      per_page: 2,
      to: 2,
      total: 3,
    })
    expect(first.body.data[0].id).toBeGreaterThan(first.body.data[1].id)
    expect(first.body.links).toEqual({
      first: `http://ops.test${path}?per_page=2&search=Page+&page=1`,
      last: `http://ops.test${path}?per_page=2&search=Page+&page=2`,
      prev: null,
      next: `http://ops.test${path}?per_page=2&search=Page+&page=2`,
    })
    const second = await world.send('GET', first.body.links.next.replace('http://ops.test', ''))
    expect(second.body.data).toHaveLength(1)
    expect(second.body.links).toMatchObject({ next: null })
    expect(second.body.links.prev).toContain('page=1')
  })

  it('answers an empty list, a page behind the end, and refuses pages that are none', async () => {
    const none = await world.send('GET', `${path}?search=nothing-has-this`)
    expect(none.body).toMatchObject({ data: [], meta: { from: null, to: null, last_page: 1, total: 0 } })
    const behind = await world.send('GET', `${path}?page=2147483647`)
    expect([behind.status, behind.body.data]).toEqual([200, []])
    expect((await world.send('GET', `${path}?per_page=1000`)).body.meta.per_page).toBe(100)
    for (const query of ['page=0', 'page=x', 'page=1.5', 'per_page=0', 'per_page=-1', 'page=2147483648'])
      expect((await world.send('GET', `${path}?${query}`)).status, query).toBe(422)
  })

  it('names unknown fields and parameters in warnings, and refuses what is missing', async () => {
    const { body } = await world.send('POST', path, { [required]: called('Odd'), colour: 'red', id: 7 })
    expect(body.warnings.map((warning: { field: string }) => warning.field).sort()).toEqual(['colour', 'id'])
    expect((await world.send('GET', `${path}?colour=red`)).body.warnings[0].field).toBe('colour')
    const refused = await world.send('POST', path, { [required]: '   ' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({ [required]: [`The ${required} field is required.`] })
  })

  it.runIf(status)('filters by status', async () => {
    await make(world, path, { [required]: called('Filtered'), status: status?.toUpperCase() })
    const found = await world.send('GET', `${path}?status=${status}`)
    expect(new Set(found.body.data.map((row: { status: string }) => row.status))).toEqual(new Set([status]))
    const illegal = await world.send('GET', `${path}?status=lost`)
    expect(illegal.status).toBe(422)
    expect(illegal.body.errors.status[0]).toMatch(/^The selected status is invalid\. Allowed: /)
  })

  it('runs dry: everything is judged, nothing is stored', async () => {
    const before = (await world.send('GET', path)).body.meta.total
    const dry = await world.send('POST', `${path}?dry_run=1`, { [required]: called('Dry') })
    expect([dry.status, dry.body.dry_run, dry.body.data[required]]).toEqual([200, true, called('Dry')])
    expect((await world.send('GET', path)).body.meta.total).toBe(before)
    const kept = await make(world, path, { [required]: called('Kept') })
    const removal = await world.send('DELETE', `${path}/${kept.id}?dry_run=1`)
    expect([removal.status, removal.body]).toEqual([200, { dry_run: true }])
    expect((await world.send('GET', `${path}/${kept.id}`)).status).toBe(200)
  })

  it('does a repeated POST once, and changes only what is as the caller saw it', async () => {
    const headers = { 'idempotency-key': `key-${path}` }
    const once = await world.send('POST', path, { [required]: called('Once') }, headers)
    const again = await world.send('POST', path, { [required]: called('Once') }, headers)
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, once.body, 'true'])
    const { id } = once.body.data
    const tag = String((await world.send('GET', `${path}/${id}`)).headers.etag)
    const first = await world.send('PATCH', `${path}/${id}`, { description: 'a' }, { 'if-match': tag })
    expect(first.status).toBe(200)
    const second = await world.send('PUT', `${path}/${id}`, { description: 'b' }, { 'if-match': tag })
    expect(second.status).toBe(412)
  })

  it('tells a missing path from a wrong method', async () => {
    for (const id of ['0', '01', 'x', '99999999999999999999', '1/2'])
      expect((await world.send('GET', `${path}/${id}`)).status, id).toBe(404)
    const refused = await world.send('POST', `${path}/1`, {})
    expect(refused.status).toBe(405)
    expect(String(refused.headers.allow).split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'PATCH',
      'PUT',
    ])
  })
})

it('clears what a task points to by a blank', async () => {
  const service_id = (await make(world, '/api/resources', { name: 'Pointed to' })).id
  const improvement_id = (await make(world, '/api/improvements', { title: 'Pointed to' })).id
  const agent_id = (await make(world, '/api/agents', { name: 'Pointed to' })).id
  const { id } = await make(world, '/api/tasks', { title: 'Points', service_id, improvement_id, agent_id })
  for (const name of ['service', 'improvement', 'agent']) {
    const { status, body } = await world.send('PATCH', `/api/tasks/${id}`, { [`${name}_id`]: '' })
    expect([status, body.data?.[name]], name).toEqual([200, null])
  }
})
