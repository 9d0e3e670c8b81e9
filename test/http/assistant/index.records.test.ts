import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import { credentials } from '../../support/credentials.ts'
import { expectValidationErrors } from '../../support/makers.ts'
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
  const nameOf = (word: string) => `${word} of ${path.split('/').at(-1)}`

  it('rejects a credential in a text and does not repeat it', async () => {
    const description = `Key: ${credentials['Yandex API key']}`
    const { id } = await make(world, path, { [required]: nameOf('Clean') })
    for (const [method, address] of [
      ['POST', path],
      ['PATCH', `${path}/${id}`],
    ] as const) {
      const answer = await world.send(method, address, { [required]: nameOf('Leaked'), description })
      expectValidationErrors(answer, {
        description:
          'The description field must not contain a credential (Yandex API key). Remove it and revoke it.',
      })
      expect(JSON.stringify(answer.body)).not.toContain(credentials['Yandex API key'])
    }
  })

  it('creates, returns, changes by PUT and PATCH, and deletes', async () => {
    const stored = await world.send('POST', path, { [required]: `  ${nameOf('One')} ` })
    expect(stored.status).toBe(201)
    const { id } = stored.body.data
    expect(stored.headers.location).toBe(`http://ops.test${path}/${id}`)
    expect(stored.body.data).toMatchObject({
      [required]: nameOf('One'),
      created_by: { type: 'env_token', id: 'env:1', name: 'env:1' },
    })
    const shown = await world.send('GET', `${path}/${id}`)
    expect(shown.status).toBe(200)
    expect(shown.body.data).toEqual(stored.body.data)
    for (const method of ['PUT', 'PATCH']) {
      const changed = await world.send(method, `${path}/${id}`, { description: `by ${method}` })
      expect(changed.status).toBe(200)
      expect(changed.body.data).toMatchObject({ [required]: nameOf('One'), description: `by ${method}` })
    }
    const unchanged = await world.send('PATCH', `${path}/${id}`, {})
    expect(unchanged.body.data.description).toBe('by PATCH')
    const removed = await world.send('DELETE', `${path}/${id}`)
    expect([removed.status, removed.body]).toEqual([204, ''])
    for (const [method, body] of [['GET'], ['PATCH', {}], ['PUT', {}], ['DELETE']] as const)
      expect((await world.send(method, `${path}/${id}`, body)).status).toBe(404)
  })

  it('returns pages, newest first, with links to the other pages', async () => {
    for (let index = 0; index < 3; index++) await make(world, path, { [required]: nameOf(`Page ${index}`) })
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

  it('returns an empty page for no results and after the last page, and rejects invalid paging', async () => {
    const none = await world.send('GET', `${path}?search=nothing-has-this`)
    expect(none.body).toMatchObject({ data: [], meta: { from: null, to: null, last_page: 1, total: 0 } })
    const afterLast = await world.send('GET', `${path}?page=2147483647`)
    expect([afterLast.status, afterLast.body.data]).toEqual([200, []])
    expect((await world.send('GET', `${path}?per_page=1000`)).body.meta.per_page).toBe(100)
    for (const query of ['page=0', 'page=x', 'page=1.5', 'per_page=0', 'per_page=-1', 'page=2147483648'])
      expect((await world.send('GET', `${path}?${query}`)).status, query).toBe(422)
  })

  it('warns of unknown fields and parameters, and rejects a missing required field', async () => {
    const { body } = await world.send('POST', path, { [required]: nameOf('Odd'), colour: 'red', id: 7 })
    expect(body.warnings.map((warning: { field: string }) => warning.field).sort()).toEqual(['colour', 'id'])
    expect((await world.send('GET', `${path}?colour=red`)).body.warnings[0].field).toBe('colour')
    const rejected = await world.send('POST', path, { [required]: '   ' })
    expect(rejected.status).toBe(422)
    expect(rejected.body.errors).toEqual({ [required]: [`The ${required} field is required.`] })
  })

  it.runIf(status)('filters by status', async () => {
    await make(world, path, { [required]: nameOf('Filtered'), status: status?.toUpperCase() })
    const filtered = await world.send('GET', `${path}?status=${status}`)
    expect(new Set(filtered.body.data.map((row: { status: string }) => row.status))).toEqual(
      new Set([status]),
    )
    const invalid = await world.send('GET', `${path}?status=lost`)
    expect(invalid.status).toBe(422)
    expect(invalid.body.errors.status[0]).toMatch(/^The selected status is invalid\. Allowed: /)
  })

  it('stores nothing in a dry run', async () => {
    const before = (await world.send('GET', path)).body.meta.total
    const dryRun = await world.send('POST', `${path}?dry_run=1`, { [required]: nameOf('Dry') })
    expect([dryRun.status, dryRun.body.dry_run, dryRun.body.data[required]]).toEqual([
      200,
      true,
      nameOf('Dry'),
    ])
    expect(dryRun.body.data).not.toHaveProperty('id')
    expect((await world.send('GET', path)).body.meta.total).toBe(before)
    const kept = await make(world, path, { [required]: nameOf('Kept') })
    const removal = await world.send('DELETE', `${path}/${kept.id}?dry_run=1`)
    expect([removal.status, removal.body]).toEqual([200, { dry_run: true }])
    expect((await world.send('GET', `${path}/${kept.id}`)).status).toBe(200)
  })

  it('replays a repeated POST and returns 412 for an outdated If-Match', async () => {
    const headers = { 'idempotency-key': `key-${path}` }
    const once = await world.send('POST', path, { [required]: nameOf('Once') }, headers)
    const repeated = await world.send('POST', path, { [required]: nameOf('Once') }, headers)
    expect([repeated.status, repeated.body]).toEqual([201, once.body])
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    const { id } = once.body.data
    const etag = String((await world.send('GET', `${path}/${id}`)).headers.etag)
    const first = await world.send('PATCH', `${path}/${id}`, { description: 'a' }, { 'if-match': etag })
    expect(first.status).toBe(200)
    const second = await world.send('PUT', `${path}/${id}`, { description: 'b' }, { 'if-match': etag })
    expect(second).toMatchObject({ status: 412, body: { current_etag: first.headers.etag } })
  })

  it('returns 404 for an invalid id and 405 for another method', async () => {
    for (const id of ['0', '01', 'x', '99999999999999999999', '1/2'])
      expect((await world.send('GET', `${path}/${id}`)).status, id).toBe(404)
    const rejected = await world.send('POST', `${path}/1`, {})
    expect(rejected.status).toBe(405)
    expect(String(rejected.headers.allow).split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'PATCH',
      'PUT',
    ])
  })
})
