import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

let withoutToken: World
let withToken: World
beforeAll(async () => {
  withoutToken = await makeWorld({ PUBLIC_URL: '' })
  withToken = await makeWorld({ METRICS_TOKEN: 'a-token-for-metrics' })
})

const get = (world: World, remoteAddress: string, headers = {}) =>
  world.app.inject({ url: '/metrics', remoteAddress, headers })

describe('GET /metrics without METRICS_TOKEN', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'returns the metrics to the same machine: %s',
    async (ip) => {
      const { statusCode, headers, body } = await get(withoutToken, ip)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toMatch(/^text\/plain; version=/)
      expect(body).toContain('process_cpu_seconds_total')
    },
  )

  it.each(['192.168.1.5', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'])('returns 403 to %s', async (ip) => {
    expect((await get(withoutToken, ip)).statusCode).toBe(403)
  })

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip'])('returns 403 to a request with %s', async (name) => {
    expect((await get(withoutToken, '127.0.0.1', { [name]: '127.0.0.1' })).statusCode).toBe(403)
  })

  it.each(['http://localhost:3000', 'http://127.1.2.3', 'http://[::1]:3000'])(
    'returns the metrics if PUBLIC_URL is %s',
    async (PUBLIC_URL) => {
      expect((await get(await makeWorld({ PUBLIC_URL }), '127.0.0.1')).statusCode).toBe(200)
    },
  )

  it.each<Record<string, string>>([
    { PUBLIC_URL: 'https://ops.test' },
    { PUBLIC_URL: 'http://localhost.ops.test' },
    { PUBLIC_URL: '', HOST: '0.0.0.0' },
    { PUBLIC_URL: '', TRUST_PROXY: '10.0.0.0/8' },
  ])('returns 403 to the same machine with %j', async (environment) => {
    expect((await get(await makeWorld(environment), '127.0.0.1')).statusCode).toBe(403)
  })
})

describe('GET /metrics with METRICS_TOKEN', () => {
  it('returns the metrics to any address that sends the token', async () => {
    const { statusCode } = await get(withToken, '8.8.8.8', { authorization: 'Bearer a-token-for-metrics' })
    expect(statusCode).toBe(200)
  })

  it.each([undefined, 'Bearer wrong', 'a-token-for-metrics', 'Bearer '])(
    'returns 401 for %s, even to the same machine',
    async (sent) => {
      const { statusCode, headers } = await get(
        withToken,
        '127.0.0.1',
        sent === undefined ? {} : { authorization: sent },
      )
      expect(statusCode).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer')
    },
  )
})

describe('the request metrics', () => {
  it('are labeled with the route pattern, never with the path', async () => {
    await withoutToken.send('GET', '/api/portfolio/products/secret-name')
    await withoutToken.send('GET', '/api/portfolio/signals', undefined, { 'x-portfolio-token': token })
    await withoutToken.send('GET', '/nowhere-at-all')
    const { body } = await get(withoutToken, '127.0.0.1')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/portfolio/products/:product",status="4xx"} 1',
    )
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/portfolio/signals",status="2xx"} 1',
    )
    expect(body).toContain('route="unknown",status="4xx"')
    expect(body).not.toMatch(/secret-name|nowhere-at-all/)
  })
})
