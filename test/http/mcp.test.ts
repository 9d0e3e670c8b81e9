import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { tools } from '../../mcp/server.ts'
import { issueToken } from '../../src/access/token.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import { makeWorld, token, type World } from '../support/world.ts'

const world = await makeWorld({ CORS_ORIGINS: 'https://trusted.example' })
const accept = 'application/json, text/event-stream'
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function post(
  headers: Record<string, string> = {},
  payload: unknown = listTools,
  { app }: World = world,
) {
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

const valid = { 'x-portfolio-token': token }

async function secret(prefix: 'ops' | 'pft', abilities: string[]) {
  const actor = { by: systemProvenance, credential: 'system', surface: 'cli', request_id: null } as const
  return (await issueToken(world.database.orm.em.fork(), actor, { prefix, name: 'Agent', abilities })).secret
}

describe('credentials', () => {
  it.each([
    ['X-Portfolio-Token', async () => valid],
    ['Authorization: Bearer', async () => ({ authorization: `Bearer ${token}` })],
    ['a stored token', async () => ({ authorization: `Bearer ${await secret('pft', ['read'])}` })],
  ])('are accepted as %s', async (_name, headers) => {
    expect((await post(await headers())).body.result.tools).toHaveLength(tools.length)
  })

  it.each([
    ['none', async () => ({})],
    ['a wrong one', async () => ({ 'x-portfolio-token': `pft_${'A'.repeat(36)}` })],
    [
      'one of another surface',
      async () => ({ authorization: `Bearer ${await secret('ops', ['apps:read'])}` }),
    ],
    ['one in a cookie', async () => ({ cookie: `x-portfolio-token=${token}` })],
  ])('that are %s are rejected with the headers to send', async (_name, headers) => {
    const { status, body, headers: sent } = await post(await headers())
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'unauthenticated', request_id: expect.any(String) })
    expect(body.message).toMatch(/X-Portfolio-Token.*Authorization: Bearer/)
    expect(sent['www-authenticate']).toBe('Bearer')
  })

  it('without the read ability are rejected', async () => {
    const { status, body } = await post({ 'x-portfolio-token': await secret('pft', ['write']) })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'missing_ability', required_ability: 'read' })
  })
})

describe('Host and Origin', () => {
  it.each([
    [{ host: 'ops.test' }],
    [{ host: '127.0.0.1:3000' }],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }],
    [{ host: '[::1]:3000' }],
    [{ origin: 'http://ops.test' }],
    [{ origin: 'https://trusted.example' }],
  ])('%j is accepted', async (headers) => {
    expect((await post({ ...valid, ...headers })).status).toBe(200)
  })

  it.each([
    [{ host: 'evil.example' }],
    [{ host: 'ops.test.evil.example' }],
    [{ host: '127.0.0.1.nip.io' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.evil.example' }],
  ])('%j is rejected', async (headers) => {
    expect(await post({ ...valid, ...headers })).toMatchObject({
      status: 403,
      body: { code: 'policy_denied' },
    })
  })
})

describe('requests', () => {
  it('have an X-Request-Id and count against the rate limit of their token', async () => {
    const limited = await makeWorld({ RATE_LIMIT_PER_MINUTE: '2' })
    const first = await post({ ...valid, 'x-request-id': 'my-request-1' }, listTools, limited)
    expect(first.headers).toMatchObject({ 'x-request-id': 'my-request-1', 'x-ratelimit-remaining': '1' })
    expect((await limited.send('GET', '/api/portfolio/directions')).headers['x-ratelimit-remaining']).toBe(
      '0',
    )
    const third = await post(valid, listTools, limited)
    expect(third).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.each(['GET', 'DELETE', 'PUT'] as const)('with the method %s get 405', async (method) => {
    const answer = await world.app.inject({ method, url: '/mcp', headers: valid })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('POST')
  })

  it('to a path below /mcp get 404 with a valid token and 401 without one', async () => {
    expect((await world.app.inject({ method: 'POST', url: '/mcp/x', headers: valid })).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'POST', url: '/mcp/x' })).statusCode).toBe(401)
  })

  it.each([
    ['malformed JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32700],
    ['another object', '{"a":1}', 400, undefined],
    ['more than 1 MiB', ' '.repeat(1024 * 1024 + 1), 413, -32000],
  ])('with %s as the body get a JSON-RPC error', async (_name, payload, status, code) => {
    const answer = await post(valid, payload)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: code ?? expect.any(Number) } })
  })

  it.each([
    '{"__proto__":{"x":1}}',
    '{"constructor":1}',
    '{"query":[{"__proto__":{}}]}',
    `{"query":${'['.repeat(32)}${']'.repeat(32)}}`,
  ])('with the arguments %s are rejected', async (sent) => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_apps","arguments":${sent}}}`
    const { status, body } = await post(valid, message)
    expect([status, body.error.code, body.id]).toEqual([400, -32700, null])
    expect(body.error.message).toMatch(/32 levels.*__proto__ or constructor/)
  })

  it.each(['text/plain', 'application/xml', 'application/jsonx', 'nonsense'])(
    'of type %s are rejected',
    async (type) => {
      expect(await post({ ...valid, 'content-type': type })).toMatchObject({
        status: 415,
        body: { jsonrpc: '2.0' },
      })
    },
  )

  it('that are too large get 413 whatever their type', async () => {
    for (const type of ['application/json', 'text/plain', 'nonsense'])
      expect(
        await post(
          { ...valid, 'content-type': type, 'transfer-encoding': 'chunked' },
          ' '.repeat(1024 * 1024 + 1),
        ),
      ).toMatchObject({ status: 413, body: { jsonrpc: '2.0', error: { code: -32000 } } })
  })

  it.each(['application/vnd.api+json', 'application/json; charset=utf-8'])(
    'of type %s are accepted',
    async (type) => {
      expect((await post({ ...valid, 'content-type': type })).body.result.tools).toHaveLength(tools.length)
    },
  )

  it('may contain at most 2000 values', async () => {
    const listed = (length: number) => post(valid, { ...listTools, params: { _meta: { x: Array(length) } } })
    expect((await listed(1900)).status).toBe(200)
    expect(await listed(2000)).toMatchObject({ status: 400, body: { id: null, error: { code: -32600 } } })
  })

  it('may be a batch of at most ten messages', async () => {
    const batch = (length: number) => Array.from({ length }, (_, id) => ({ ...listTools, id }))
    const headers = { ...valid, accept, 'content-type': 'application/json' }
    const allowed = await world.app.inject({ method: 'POST', url: '/mcp', headers, payload: batch(10) })
    expect(allowed.statusCode).toBe(200)
    expect(await post(valid, batch(11))).toMatchObject({
      status: 400,
      body: { id: null, error: { code: -32600, message: 'A batch may contain at most 10 messages.' } },
    })
  })

  it('record the name of their tool and never its arguments', async () => {
    const tools: unknown[] = []
    const other = await makeWorld()
    other.app.addHook('onResponse', async (request) => {
      tools.push(request.mcpTool)
    })
    await post(
      valid,
      { ...listTools, method: 'tools/call', params: { name: 'list_apps', arguments: {} } },
      other,
    )
    await post(valid, listTools, other)
    await post(valid, { ...listTools, method: 'tools/call', params: { name: 'a b\n', arguments: {} } }, other)
    expect(tools).toEqual(['list_apps', undefined, undefined])
  })
})
