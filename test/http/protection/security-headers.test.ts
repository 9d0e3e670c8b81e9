import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const paths = [
  '/health/live',
  '/api/portfolio/products',
  '/api/portfolio/nothing',
  '/nothing',
  '/%',
  '/openapi.json',
]

describe('the security headers', () => {
  it.each(paths)('are on every answer of %s', async (url) => {
    for (const headers of [{}, { 'x-portfolio-token': token }]) {
      const answer = await world.app.inject({ url, headers })
      expect(answer.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'; frame-ancestors 'none'"),
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(answer.headers).not.toHaveProperty('x-powered-by')
      expect(answer.headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('include Strict-Transport-Security if PUBLIC_URL is https', async () => {
    const { app } = await makeWorld({ PUBLIC_URL: 'https://ops.test' })
    const { headers } = await app.inject('/health/live')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  })
})
