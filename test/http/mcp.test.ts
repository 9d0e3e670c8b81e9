import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { issueToken } from '../../src/access/token-lifecycle.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import { makeWorld, token, type World } from '../support/world.ts'

const world = await makeWorld({ CORS_ORIGINS: 'https://trusted.example' })
const accept = 'application/json, text/event-stream'
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function post(headers: Record<string, string> = {}, payload: unknown = list, { app }: World = world) {
  const options: InjectOptions = {
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', accept, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  }
  const answer = await app.inject(options)
  const text = answer.body.slice(Math.max(0, answer.body.indexOf('{')))
  return { status: answer.statusCode, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
}

const known = { 'x-portfolio-token': token }

async function secret(prefix: 'ops' | 'pft', abilities: string[]) {
  const actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null } as const
  return (await issueToken(world.database.orm.em.fork(), actor, { prefix, name: 'Agent', abilities })).secret
}

describe('credentials', () => {
  it.each([
    ['X-Portfolio-Token', async () => known],
    ['Authorization: Bearer', async () => ({ authorization: `Bearer ${token}` })],
    ['a stored token', async () => ({ authorization: `Bearer ${await secret('pft', ['read'])}` })],
  ])('are taken as %s', async (_name, headers) => {
    expect((await post(await headers())).body.result.tools).toHaveLength(13)
  })

  it.each([
    ['none', async () => ({})],
    ['a wrong one', async () => ({ 'x-portfolio-token': `pft_${'A'.repeat(36)}` })],
    [
      'one of another surface',
      async () => ({ authorization: `Bearer ${await secret('ops', ['apps:read'])}` }),
    ],
    ['one in a cookie', async () => ({ cookie: `x-portfolio-token=${token}` })],
  ])('that are %s are refused with the header to send', async (_name, headers) => {
    const { status, body, headers: sent } = await post(await headers())
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'unauthenticated', request_id: expect.any(String) })
    expect(body.message).toMatch(/X-Portfolio-Token.*Authorization: Bearer/)
    expect(sent['www-authenticate']).toBe('Bearer')
  })

  it('that may only write are refused', async () => {
    const { status, body } = await post({ 'x-portfolio-token': await secret('pft', ['write']) })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'missing_ability', required_ability: 'read' })
  })
})

describe('where it comes from', () => {
  it.each([
    [{ host: 'ops.test' }],
    [{ host: '127.0.0.1:3000' }],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }],
    [{ host: '[::1]:3000' }],
    [{ origin: 'http://ops.test' }],
    [{ origin: 'https://trusted.example' }],
  ])('%j is served', async (headers) => {
    expect((await post({ ...known, ...headers })).status).toBe(200)
  })

  it.each([
    [{ host: 'evil.example' }],
    [{ host: 'ops.test.evil.example' }],
    [{ host: '127.0.0.1.nip.io' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.evil.example' }],
  ])('%j is refused', async (headers) => {
    expect(await post({ ...known, ...headers })).toMatchObject({
      status: 403,
      body: { code: 'policy_denied' },
    })
  })
})

describe('requests', () => {
  it('carry an id and count against the limit of their token', async () => {
    const small = await makeWorld({ RATE_LIMIT_PER_MINUTE: '2' })
    const first = await post({ ...known, 'x-request-id': 'my-request-1' }, list, small)
    expect(first.headers).toMatchObject({ 'x-request-id': 'my-request-1', 'x-ratelimit-remaining': '1' })
    expect((await small.send('GET', '/api/portfolio/directions')).headers['x-ratelimit-remaining']).toBe('0')
    const third = await post(known, list, small)
    expect(third).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.each(['GET', 'DELETE', 'PUT'] as const)('by %s are answered 405', async (method) => {
    const answer = await world.app.inject({ method, url: '/mcp', headers: known })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('POST')
  })

  it('to a path below are answered 404, once the token is known', async () => {
    expect((await world.app.inject({ method: 'POST', url: '/mcp/x', headers: known })).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'POST', url: '/mcp/x' })).statusCode).toBe(401)
  })

  it.each([
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32700],
    ['no message', '{"a":1}', 400, undefined],
    ['too much', ' '.repeat(1024 * 1024 + 1), 413, -32000],
  ])('that hold %s are answered in the form of the protocol', async (_name, payload, status, code) => {
    const answer = await post(known, payload)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: code ?? expect.any(Number) } })
  })

  it.each([
    '{"__proto__":{"x":1}}',
    '{"constructor":1}',
    '{"query":[{"__proto__":{}}]}',
    `{"query":${'['.repeat(32)}${']'.repeat(32)}}`,
  ])('with the arguments %s are refused', async (sent) => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_apps","arguments":${sent}}}`
    const { status, body } = await post(known, message)
    expect([status, body.error.code, body.id]).toEqual([400, -32700, null])
    expect(body.error.message).toMatch(/32 levels.*__proto__ or constructor/)
  })

  it.each(['text/plain', 'application/xml', 'application/jsonx'])('of type %s are refused', async (type) => {
    expect(await post({ ...known, 'content-type': type })).toMatchObject({
      status: 415,
      body: { jsonrpc: '2.0' },
    })
  })

  it.each(['application/vnd.api+json', 'application/json; charset=utf-8'])(
    'of type %s are read',
    async (type) => {
      expect((await post({ ...known, 'content-type': type })).body.result.tools).toHaveLength(13)
    },
  )

  it('leave the name of their tool, and never its arguments', async () => {
    const seen: unknown[] = []
    const other = await makeWorld()
    other.app.addHook('onResponse', async (request) => {
      seen.push(request.mcpTool)
    })
    await post(known, { ...list, method: 'tools/call', params: { name: 'list_apps', arguments: {} } }, other)
    await post(known, list, other)
    await post(known, { ...list, method: 'tools/call', params: { name: 'a b\n', arguments: {} } }, other)
    expect(seen).toEqual(['list_apps', undefined, undefined])
  })
})
