import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

const listed = 'https://board.example.com'
const url = '/api/portfolio/products'
const requestHeaders =
  'x-portfolio-token, authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, x-llm-key, x-bot-key, x-bot-token, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id'
const preflightHeaders = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': requestHeaders,
}

let withoutOrigins: World
let withOrigins: World
beforeAll(async () => {
  withoutOrigins = await makeWorld()
  withOrigins = await makeWorld({
    CORS_ORIGINS: `${listed}/, http://localhost:5173`,
    RATE_LIMIT_PER_MINUTE: '2',
  })
})

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('without CORS_ORIGINS', () => {
  it('allows no origin', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: listed, 'x-portfolio-token': token, ...preflightHeaders }
      expect(corsOf((await withoutOrigins.app.inject({ method, url, headers })).headers)).toEqual([])
    }
  })
})

describe('with CORS_ORIGINS', () => {
  it('answers preflights of a listed origin without a token and without counting them', async () => {
    for (let request = 0; request < 5; request++) {
      const answer = await withOrigins.app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: listed, ...preflightHeaders },
      })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': listed, vary: 'Origin' })
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')
      expect(allowed.sort()).toEqual(requestHeaders.split(', ').sort())
      expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it('allows a listed origin to read answers and headers, including those of an error', async () => {
    for (const [headers, status] of [
      [{ 'x-portfolio-token': token }, 200],
      [{}, 403],
    ] as const) {
      const answer = await withOrigins.app.inject({ url, headers: { origin: listed, ...headers } })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['access-control-allow-origin']).toBe(listed)
      expect(answer.headers['access-control-expose-headers']).toMatch(
        /ETag.*Location.*RateLimit.*X-Request-Id/,
      )
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it.each(['https://board.example.com.evil.test', 'http://board.example.com', 'https://evil.test', 'null'])(
    'does not allow %s',
    async (origin) => {
      const preflight = await withOrigins.app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin, ...preflightHeaders },
      })
      expect(preflight.statusCode).toBeGreaterThanOrEqual(400)
      expect(corsOf(preflight.headers)).toEqual([])
      expect(preflight.headers.vary).toBe('Origin')
    },
  )

  it('requires a token for an OPTIONS request that is not a preflight', async () => {
    const answer = await withOrigins.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'http://localhost:5173' },
    })
    expect([403, 429]).toContain(answer.statusCode)
  })
})
