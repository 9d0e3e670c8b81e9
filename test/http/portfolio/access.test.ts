import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeRule, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, token, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

type Tokens = Record<'full' | 'revoked' | 'expired' | 'reader' | 'writer', Record<string, string>>

let world: World
let tokens: Tokens
// The number of a stored record of each kind.
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
  for (const { key, make } of kinds) ids[key] = (await make(world, {})).id
  const revoked = await makeToken(world)
  await sql(world, 'update tokens set revoked_at = now() where id = $1', revoked.id)
  tokens = {
    full: (await makeToken(world)).headers,
    revoked: revoked.headers,
    expired: (await makeToken(world, ['read', 'write'], '2020-01-01T00:00:00.000Z')).headers,
    reader: (await makeToken(world, ['read'])).headers,
    writer: (await makeToken(world, ['write'])).headers,
  }
})

const reads = ['summary', 'directions', 'reference', 'changes'].map((path) => `${root}/${path}`)
const gets = [...reads, ...kinds.map(({ path }) => path)]
const ones = kinds.map(({ key, path }) => ({ key, path, at: () => `${path}/${ids[key]}` }))
const writes = kinds.flatMap(({ key, path, body, changes }) => [
  {
    method: 'POST',
    name: path,
    at: () => path,
    body: key === 'product' ? { ...body, name: 'New' } : body,
    made: 201,
  },
  ...(changes
    ? [{ method: 'PATCH', name: `${path}/{id}`, at: () => `${path}/${ids[key]}`, body: {}, made: 200 }]
    : []),
])
const every = [
  ...gets.map((path) => ({ method: 'GET', name: path, at: () => path })),
  ...ones.map(({ path, at }) => ({ method: 'GET', name: `${path}/{id}`, at })),
  ...writes,
]

const refusal = {
  message: 'Invalid or missing portfolio token.',
  code: 'unauthenticated',
  request_id: expect.any(String),
}
const unable = (ability: string) => ({
  message: 'This action is unauthorized.',
  code: 'missing_ability',
  request_id: expect.any(String),
  required_ability: ability,
})

describe.each(every)('$method $name', ({ method, at }) => {
  it('refuses whoever has no valid token, whatever else is wrong', async () => {
    const wrong = { 'x-portfolio-token': 'wrong' }
    const mistyped = { 'x-portfolio-token': `${tokens.full['x-portfolio-token']!.slice(0, -1)}~` }
    const elsewhere = { 'x-portfolio-token': '', authorization: `Bearer ${token}`, cookie: `token=${token}` }
    for (const headers of [wrong, mistyped, elsewhere, tokens.revoked, tokens.expired]) {
      const body = method === 'GET' ? undefined : '{ malformed'
      const answer = await world.send(method, `${at()}?x-portfolio-token=${token}&limit=x`, body, headers)
      expect([answer.status, answer.body]).toEqual([403, refusal])
    }
  })
})

describe.each(every.filter(({ method }) => method === 'GET'))('GET $name', ({ at }) => {
  it('is for tokens that may read', async () => {
    const refused = await world.send('GET', `${at()}?limit=x`, undefined, tokens.writer)
    expect([refused.status, refused.body]).toEqual([403, unable('read')])
    for (const headers of [tokens.reader, tokens.full])
      expect((await world.send('GET', at(), undefined, headers)).status).toBe(200)
  })
})

describe.each(writes)('$method $name', ({ method, name: path, at, body, made }) => {
  it('is for tokens that may write, and says so before it looks at the body', async () => {
    for (const sent of [body, { nonsense: 1 }, '{ malformed', undefined]) {
      const refused = await world.send(method, at(), sent, tokens.reader)
      expect([refused.status, refused.body]).toEqual([403, unable('write')])
    }
    expect((await world.send(method, at(), body, tokens.writer)).status).toBe(made)
  })

  it('reads JSON objects and nothing else', async () => {
    const sent = async (payload: string, type = 'application/json') => {
      const { status, body } = await world.send(method, at(), payload, { 'content-type': type })
      expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
      return [status, body.code]
    }
    const nested = `{"title":${'['.repeat(40)}${']'.repeat(40)}}`
    for (const bad of ['{', '{"a":1,}', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', nested])
      expect(await sent(bad)).toEqual([400, 'malformed_json'])
    for (const bad of ['[]', '"text"', '5', 'true', '{"nonsense":1}'])
      expect(await sent(bad)).toEqual([422, 'validation_failed'])
    for (const type of ['text/csv', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
      expect(await sent('a,b', type)).toEqual([415, 'unsupported_media_type'])
    expect(await sent(JSON.stringify({ title: 'x'.repeat(1_100_000) }))).toEqual([413, 'payload_too_large'])
    const odd = await world.send(method, `${at()}?dry_run=maybe`, body)
    expect(odd.body.errors).toEqual({ dry_run: ['The dry run field must be true or false.'] })
    const both = await world.send(method, `${at()}?dry_run=maybe`, { nonsense: 1 })
    expect(Object.keys(both.body.errors)).toEqual(expect.arrayContaining(['dry_run', 'nonsense']))
    const free = path === `${root}/products` ? { ...body, name: 'Newer' } : body
    const unknown = await world.send(method, `${at()}?dry_run=1&x=1`, free)
    expect([unknown.status, unknown.body.warnings[0].field, unknown.body.dry_run]).toEqual([200, 'x', true])
  })
})

describe.each(kinds)('the paths of a $key', ({ path, changes }) => {
  it('are not there for an unknown or malformed id, before the body is looked at', async () => {
    for (const method of changes ? ['GET', 'PATCH'] : ['GET']) {
      const body = method === 'GET' ? undefined : {}
      for (const id of [
        '99999',
        '0',
        '-1',
        '01',
        '1.5',
        '%00',
        'a b',
        '9223372036854775808',
        '9'.repeat(300),
        '%2e',
      ])
        expect((await world.send(method, `${path}/${encodeURI(id)}`, body)).status, id).toBe(404)
    }
    if (!changes) return
    const malformed = await world.send('PATCH', `${path}/01`, '{ malformed')
    expect([malformed.status, malformed.body.message]).toEqual([404, 'Not found.'])
    expect((await world.send('PATCH', `${path}/99999`, { nonsense: 1 })).status).toBe(422)
  })

  it('say which methods they have', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await world.send(method, path)).status).toBe(405)
    const { status, headers, body } = await world.send('DELETE', `${path}/1`)
    expect([status, body.message, headers.allow]).toEqual([
      405,
      'Method not allowed.',
      changes ? 'GET, HEAD, PATCH' : 'GET, HEAD',
    ])
    expect((await world.send('POST', `${path}/1`, '{ malformed')).status).toBe(405)
  })
})

describe('paths that are nowhere', () => {
  it('are 404 with a token and 403 without, whatever the method', async () => {
    const unreadable = await world.send('GET', `${root}/products/%zz`, undefined, { 'x-portfolio-token': '' })
    expect([unreadable.status, unreadable.body]).toEqual([403, refusal])
    const nowhere = [
      '%zz',
      'competitors',
      'competitor-reviews',
      'keyword-positions',
      'store-truth',
      'nonsense',
      '',
    ]
    for (const path of nowhere.map((name) => `${root}/${name}`))
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
        expect((await world.send(method, path)).status).toBe(404)
        const anonymous = await world.send(method, path, undefined, { 'x-portfolio-token': '' })
        expect([anonymous.status, anonymous.body]).toEqual([403, refusal])
      }
  })
})

describe('a stored token', () => {
  it('signs what it writes, and a revoked one stops at once', async () => {
    const { headers, id, name } = await makeToken(world)
    const author = { type: 'portfolio_token', id, name }
    const { body } = await world.send('POST', `${root}/canon-rules`, kinds[7].body, headers)
    expect([body.rule.created_by, body.rule.updated_by]).toEqual([author, author])
    const other = await makeRule(world)
    const changed = await world.send(
      'PATCH',
      `${root}/canon-rules/${other.id}`,
      { title: 'By a token' },
      headers,
    )
    expect([changed.body.rule.created_by.type, changed.body.rule.updated_by]).toEqual(['env_token', author])
    const idle = await world.send('PATCH', `${root}/canon-rules/${other.id}`, { title: 'By a token' })
    expect(idle.body.rule.updated_by).toEqual(author)
    await sql(world, 'update tokens set revoked_at = now() where id = $1', id)
    expect((await world.send('GET', `${root}/summary`, undefined, headers)).status).toBe(403)
  })
})
