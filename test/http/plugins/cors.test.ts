import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

const listed = 'https://board.example.com'
const url = '/api/portfolio/products'
const sent =
  'x-portfolio-token, authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, x-llm-key, x-bot-key, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id'
const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': sent }

let closed: World
let open: World
beforeAll(async () => {
  closed = await makeWorld()
  open = await makeWorld({ CORS_ORIGINS: `${listed}/, http://localhost:5173`, RATE_LIMIT_PER_MINUTE: '2' })
})

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('without CORS_ORIGINS', () => {
  it('nobody is let in', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: listed, 'x-portfolio-token': token, ...asked }
      expect(corsOf((await closed.app.inject({ method, url, headers })).headers)).toEqual([])
    }
  })
})

describe('with CORS_ORIGINS', () => {
  it('answers the preflight of a listed origin without a token, and counts none of them', async () => {
    for (let request = 0; request < 5; request++) {
      const answer = await open.app.inject({ method: 'OPTIONS', url, headers: { origin: listed, ...asked } })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': listed, vary: 'Origin' })
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')
      expect(allowed.sort()).toEqual(sent.split(', ').sort())
      expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('lets its pages read answers and our headers, also of a refusal', async () => {
    for (const [headers, status] of [
      [{ 'x-portfolio-token': token }, 200],
      [{}, 403],
    ] as const) {
      const answer = await open.app.inject({ url, headers: { origin: listed, ...headers } })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['access-control-allow-origin']).toBe(listed)
      expect(answer.headers['access-control-expose-headers']).toMatch(
        /ETag.*Location.*RateLimit.*X-Request-Id/,
      )
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it.each(['https://board.example.com.evil.test', 'http://board.example.com', 'https://evil.test', 'null'])(
    'does not let %s in',
    async (origin) => {
      const preflight = await open.app.inject({ method: 'OPTIONS', url, headers: { origin, ...asked } })
      expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
      expect(corsOf(preflight.headers)).toEqual([])
      expect(preflight.headers.vary).toBe('Origin')
    },
  )

  it('is no way around a token: an OPTIONS that is no preflight is asked for it', async () => {
    const answer = await open.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'http://localhost:5173' },
    })
    expect([403, 429]).toContain(answer.statusCode)
  })
})
