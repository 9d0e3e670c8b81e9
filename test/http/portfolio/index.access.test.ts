import { beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeRule, makeToken, root, sql } from '../../support/makers.ts'
import { makeWorld, token, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

type Tokens = Record<'full' | 'revoked' | 'expired' | 'reader' | 'writer', Record<string, string>>

let world: World
let tokens: Tokens
// The id of one stored record of each kind.
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

const reads = ['summary', 'directions', 'reference', 'changes', 'week'].map((path) => `${root}/${path}`)
const gets = [...reads, ...kinds.map(({ path }) => path)]
const items = kinds.map(({ key, path }) => ({ path, url: () => `${path}/${ids[key]}` }))
const writes = kinds.flatMap(({ key, path, body, changes }) => [
  {
    method: 'POST',
    name: path,
    url: () => path,
    body: key === 'product' ? { ...body, name: 'New' } : body,
    success: 201,
  },
  ...(changes
    ? [{ method: 'PATCH', name: `${path}/{id}`, url: () => `${path}/${ids[key]}`, body: {}, success: 200 }]
    : []),
])
const endpoints = [
  ...gets.map((path) => ({ method: 'GET', name: path, url: () => path })),
  ...items.map(({ path, url }) => ({ method: 'GET', name: `${path}/{id}`, url })),
  ...writes,
]

const unauthenticated = {
  message: 'Invalid or missing portfolio token.',
  code: 'unauthenticated',
  next: expect.any(String),
  request_id: expect.any(String),
}
const missingAbility = (ability: string) => ({
  message: 'This action is unauthorized.',
  code: 'missing_ability',
  request_id: expect.any(String),
  required_ability: ability,
})

describe.each(endpoints)('$method $name', ({ method, url }) => {
  it('returns 403 without a valid token, even if the rest of the request is invalid too', async () => {
    const wrong = { 'x-portfolio-token': 'wrong' }
    const mistyped = { 'x-portfolio-token': `${tokens.full['x-portfolio-token']!.slice(0, -1)}~` }
    const elsewhere = { 'x-portfolio-token': '', authorization: `Bearer ${token}`, cookie: `token=${token}` }
    for (const headers of [wrong, mistyped, elsewhere, tokens.revoked, tokens.expired]) {
      const body = method === 'GET' ? undefined : '{ malformed'
      const answer = await world.send(method, `${url()}?x-portfolio-token=${token}&limit=x`, body, headers)
      expect([answer.status, answer.body]).toEqual([403, unauthenticated])
    }
  })
})

it('says of a token that it was revoked or has expired, if the whole secret is right', async () => {
  const next = async (headers: Record<string, string>) => {
    const sent = [
      await world.send('GET', `${root}/summary`, undefined, headers),
      await world.send('POST', '/mcp', {}, headers),
    ]
    expect(sent.map(({ status }) => status)).toEqual([403, 401])
    return sent.map(({ body }) => body.next)
  }
  const [revoked, ofMcp] = await next(tokens.revoked)
  expect(revoked).toMatch(
    /^The token in the header X-Portfolio-Token was revoked\. Get a token from an admin/,
  )
  expect(ofMcp).toMatch(/^The token in the header X-Portfolio-Token was revoked\. Get a token from an admin/)
  for (const sentence of await next(tokens.expired)) expect(sentence).toContain('has expired. Get a token')
  const secret = tokens.revoked['x-portfolio-token']!
  const other = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
  for (const sentence of await next({ 'x-portfolio-token': other })) expect(sentence).toMatch(/^Get a token/)
})

describe.each(endpoints.filter(({ method }) => method === 'GET'))('GET $name', ({ url }) => {
  it('requires the read ability', async () => {
    const rejected = await world.send('GET', `${url()}?limit=x`, undefined, tokens.writer)
    expect([rejected.status, rejected.body]).toEqual([403, missingAbility('read')])
    for (const headers of [tokens.reader, tokens.full])
      expect((await world.send('GET', url(), undefined, headers)).status).toBe(200)
  })
})

describe.each(writes)('$method $name', ({ method, url, body, success }) => {
  it('requires the write ability, which it checks before the body', async () => {
    for (const sent of [body, { nonsense: 1 }, '{ malformed', undefined]) {
      const rejected = await world.send(method, url(), sent, tokens.reader)
      expect([rejected.status, rejected.body]).toEqual([403, missingAbility('write')])
    }
    // The answer to a token that may not read is not the one that `send` validates.
    const options = { method: method as 'PATCH', url: url(), headers: tokens.writer, payload: body }
    expect((await world.app.inject(options)).statusCode).toBe(success)
  })

  it('accepts only a JSON object as the body, and validates the query together with the body', async () => {
    const post = async (payload: string, type = 'application/json') => {
      const { status, body } = await world.send(method, url(), payload, { 'content-type': type })
      expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
      return [status, body.code]
    }
    const nested = `{"title":${'['.repeat(40)}${']'.repeat(40)}}`
    for (const payload of ['{', '{"a":1,}', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', nested])
      expect(await post(payload)).toEqual([400, 'malformed_json'])
    for (const payload of ['[]', '"text"', '5', 'true', '{"nonsense":1}'])
      expect(await post(payload)).toEqual([422, 'validation_failed'])
    for (const type of ['text/csv', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])
      expect(await post('a,b', type)).toEqual([415, 'unsupported_media_type'])
    expect(await post(JSON.stringify({ title: 'x'.repeat(1_100_000) }))).toEqual([413, 'payload_too_large'])
    const invalidQuery = await world.send(method, `${url()}?dry_run=maybe`, body)
    expect(invalidQuery.body.errors).toEqual({ dry_run: ['The dry run field must be true or false.'] })
    const both = await world.send(method, `${url()}?dry_run=maybe`, { nonsense: 1 })
    expect(Object.keys(both.body.errors)).toEqual(expect.arrayContaining(['dry_run', 'nonsense']))
    const unknown = await world.send(method, `${url()}?dry_run=1&x=1`, body)
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['x']])
  })
})

describe.each(kinds)('the paths of a $key', ({ path, changes }) => {
  it('return 404 for an unknown id, and for a malformed one before the body is parsed', async () => {
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

  it('return 405 with the allowed methods for any other method', async () => {
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

describe('unknown paths', () => {
  it('return 404 with a token and 403 without one, whatever the method', async () => {
    const malformed = await world.send('GET', `${root}/products/%zz`, undefined, { 'x-portfolio-token': '' })
    expect([malformed.status, malformed.body]).toEqual([403, unauthenticated])
    const unknown = [
      '%zz',
      'competitors',
      'competitor-reviews',
      'keyword-positions',
      'store-truth',
      'nonsense',
      '',
    ]
    for (const path of unknown.map((name) => `${root}/${name}`))
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
        expect((await world.send(method, path)).status).toBe(404)
        const anonymous = await world.send(method, path, undefined, { 'x-portfolio-token': '' })
        expect([anonymous.status, anonymous.body]).toEqual([403, unauthenticated])
      }
  })
})

describe('a stored token', () => {
  it('is recorded as the author of its writes, and stops working as soon as it is revoked', async () => {
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
    const unchanged = await world.send('PATCH', `${root}/canon-rules/${other.id}`, { title: 'By a token' })
    expect(unchanged.body.rule.updated_by).toEqual(author)

    await sql(world, 'update tokens set revoked_at = now() where id = $1', id)
    const status = async () => (await world.send('GET', `${root}/summary`, undefined, headers)).status
    await expect.poll(status, { timeout: 5000 }).toBe(403)
  })
})
