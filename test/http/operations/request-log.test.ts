import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors } from '../../support/makers.ts'
import { makePerson, type TestUser, v1 } from '../../support/people.ts'
import { logRequests, plantedRequests } from '../../support/request-log.ts'
import { type Answer, makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
const path = `${v1}/admin/api-logs`

beforeAll(async () => {
  world = await makeWorld({ SLOW_REQUEST_MS: '700' })
  admin = await makePerson(world, 'admin')
})

const log = (query = '', caller = admin): Promise<Answer> => caller.send('GET', `/admin/api-logs${query}`)

/** Polls until the row of a request is there. */
async function rowOf(request_id: unknown) {
  const find = async () => {
    const { data } = (await log('?per_page=100')).body
    return data.find((row: Answer['body']) => row.request_id === request_id)
  }
  await expect.poll(find, { interval: 100 }).toBeDefined()
  return find()
}

describe('GET /admin/api-logs', () => {
  it('returns every request, whatever its answer', async () => {
    const answers = [
      await admin.send('GET', '/auth/tokens?page=1&secret=x', undefined, {
        'user-agent': 'Robot\t1 ',
        'x-request-id': 'mine-1234',
      }),
      await world.send('GET', `${v1}/auth/tokens`),
      await admin.send('GET', '/nothing/here'),
      await admin.send('GET', '/auth/tokens?page=0'),
      await world.send('GET', '/api/portfolio/products/nothing'),
      await world.send('GET', '/api/unknown'),
      await admin.send('GET', '/applications/%zz', undefined, { 'x-request-id': 'broken-path' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 422, 404, 404, 404])
    for (const { status, headers } of answers)
      expect(await rowOf(headers['x-request-id'])).toMatchObject({ status })
    expect(await rowOf('broken-path')).toMatchObject({ path: `${v1}/applications/%zz` })
    expect(await rowOf('mine-1234')).toEqual({
      id: expect.any(Number),
      request_id: 'mine-1234',
      surface: 'http',
      method: 'GET',
      path: `${v1}/auth/tokens`,
      route: `${v1}/auth/tokens`,
      tool: null,
      status: 200,
      code: null,
      errors: null,
      duration_ms: expect.any(Number),
      ip: '127.0.0.1',
      user: { id: admin.id, name: admin.name },
      token_id: expect.any(Number),
      token_name: expect.any(String),
      user_agent: 'Robot1 ',
      client: null,
      trace_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    })
  })

  it('returns the portfolio token and the MCP tool, and omits requests outside the API', async () => {
    await world.send(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_products' } },
      {
        host: '127.0.0.1',
        'x-request-id': 'a-tool-call',
        accept: 'application/json, text/event-stream',
      },
    )
    await world.send('GET', '/health/live', undefined, { 'x-request-id': 'not-an-api' })
    expect(await rowOf('a-tool-call')).toMatchObject({
      surface: 'mcp',
      tool: 'list_products',
      token_id: null,
      token_name: 'env:1',
      user: null,
    })
    const ids = (await log('?per_page=100')).body.data.map((row: Answer['body']) => row.request_id)
    expect(ids).not.toContain('not-an-api')
  })

  it('applies each filter', async () => {
    await logRequests(world, ...plantedRequests())
    const ids = async (query: string) =>
      (await log(`?path=planted&${query}`)).body.data.map((row: Answer['body']) => row.request_id)
    expect(await ids('')).toEqual(['p5', 'p4', 'p3', 'p2', 'p1'])
    expect(await ids('status=404')).toEqual(['p3'])
    expect(await ids('status=4xx')).toEqual(['p4', 'p3'])
    expect(await ids('status=4XX, 500')).toEqual(['p5', 'p4', 'p3'])
    expect(await ids('method=post')).toEqual(['p2'])
    expect((await log('?path=planted/2')).body.data).toHaveLength(1)
    expect((await log('?path=pl%25d')).body.data).toEqual([])
    expect(await ids('user_id=7')).toEqual(['p1'])
    expect(await ids('user=7')).toEqual(['p1'])
    expect(await ids('token_id=70')).toEqual(['p2'])
    expect(await ids('token=70')).toEqual(['p2'])
    expect(await ids('errors_only=1')).toEqual(['p5', 'p4', 'p3'])
    expect(await ids('errors_only=0')).toHaveLength(5)
    expect(await ids('slow=1')).toEqual(['p4'])
    expect(await ids('surface=mcp')).toEqual(['p5'])
    expect(await ids('client=CLAUDE')).toEqual(['p5'])
    expect(await ids('client=claude-code/2.1.0')).toEqual(['p5'])
    expect(await ids('client=%25')).toEqual([])
  })

  it('accepts days and timestamps as an inclusive range', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const count = async (query: string) => (await log(`?path=planted&${query}`)).body.data.length
    expect(await count(`date_from=${day}&date_to=${day}`)).toBe(5)
    expect(await count(`date_from=${day}T00:00:00.000Z&date_to=${day}T00:00:00.000Z`)).toBe(1)
    for (const plus of ['%2B', '+', '%20'])
      expect(await count(`date_from=${day}T03:00:00.000${plus}03:00&date_to=${day}T00:00:00.001Z`)).toBe(2)
    expect(await count('date_to=2001-01-01')).toBe(0)
  })

  it('rejects invalid filters', async () => {
    expectValidationErrors(
      await log('?status=999&method=G1&user_id=x&slow=perhaps&date_from=yesterday&surface=tv'),
      {
        status: 'The status field format is invalid.',
        method: 'The method field format is invalid.',
        user_id: 'The user id field must be an integer.',
        slow: 'The slow field must be true or false.',
        date_from:
          'The date from field must match the format Y-m-d or RFC 3339, such as 2026-11-21T10:00:00Z; in a URL, + is %2B.',
        surface: 'The selected surface is invalid. Allowed: http, mcp.',
      },
    )
    const cursor = (await log('?per_page=1')).body.meta.next_cursor
    expectValidationErrors(await log(`?page=1&cursor=${cursor}&surface=tv`), {
      cursor: 'The cursor field is prohibited when page is given.',
      surface: 'The selected surface is invalid. Allowed: http, mcp.',
    })
    for (const invalid of ['', 'x', 'MQ'])
      expectValidationErrors(await log(`?cursor=${invalid}`), { cursor: 'The selected cursor is invalid.' })
    expectValidationErrors(await log(`?cursor=${cursor}&cursor=${cursor}`), {
      cursor: 'The cursor field must be a string.',
    })
    expectValidationErrors(await log('?date_from=2026-02-02&date_to=2026-02-01'), {
      date_to: 'The date to field must be a date after or equal to date from.',
    })
  })

  it('pages by cursor, with each row once', async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await log(`?path=planted&per_page=2&${cursor && `cursor=${cursor}`}`)
      ids.push(...body.data.map((row: Answer['body']) => row.request_id))
      cursor = body.meta.next_cursor
      expect(body.links.next === null).toBe(cursor === null)
    } while (cursor)
    expect(ids).toEqual(['p5', 'p4', 'p3', 'p2', 'p1'])
  })

  it('returns a summary of the last 24 hours', async () => {
    const otherWorld = await makeWorld()
    const otherAdmin = await makePerson(otherWorld, 'admin')
    await logRequests(otherWorld, ...plantedRequests())
    const { body } = await log('', otherAdmin)
    expect(body.summary).toEqual({
      window: '24h',
      requests: 5,
      errors_4xx: 2,
      errors_5xx: 1,
      avg_duration_ms: 144,
      top_endpoint: { method: 'GET', path: '/api/planted/:id', count: 4 },
      top_user: { id: 7, name: 'Anna', count: 1 },
    })
  })

  it('requires the role admin or manager and the ability, and is read-only', async () => {
    const user = await makePerson(world, 'user')
    const manager = await makePerson(world, 'manager')
    const adminWithoutAbility = await makePerson(world, 'admin', { able: ['apps:read'] })
    expect((await log('', user)).status).toBe(403)
    expect((await log('', manager)).status).toBe(200)
    expect((await log('', adminWithoutAbility)).body).toMatchObject({
      code: 'missing_ability',
      required_ability: 'logs:read',
    })
    expect((await world.send('GET', path)).status).toBe(401)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await admin.send(method, '/admin/api-logs')
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })
})
