import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, token, type World } from '../../support/world.ts'

let open: World
let closed: World
beforeAll(async () => {
  open = await makeWorld({ TRUST_PROXY: '10.0.0.0/8' })
  closed = await makeWorld({ METRICS_TOKEN: 'a-token-for-metrics' })
})

const ask = (world: World, remoteAddress: string, headers = {}) =>
  world.app.inject({ url: '/metrics', remoteAddress, headers })

describe('GET /metrics without METRICS_TOKEN', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'answers the machine itself, %s',
    async (ip) => {
      const { statusCode, headers, body } = await ask(open, ip)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toMatch(/^text\/plain; version=/)
      expect(body).toContain('process_cpu_seconds_total')
    },
  )

  it.each(['192.168.1.5', '8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'])('refuses %s', async (ip) => {
    expect((await ask(open, ip)).statusCode).toBe(403)
  })

  it('believes a proxy only where it is trusted', async () => {
    const local = { 'x-forwarded-for': '127.0.0.1' }
    expect((await ask(open, '8.8.8.8', local)).statusCode).toBe(403)
    expect((await ask(open, '10.1.1.1', { 'x-forwarded-for': '8.8.8.8' })).statusCode).toBe(403)
    expect((await ask(open, '10.1.1.1', local)).statusCode).toBe(200)
  })

  it('refuses what a proxy on the machine passes on, where no proxy is trusted', async () => {
    const alone = await makeWorld()
    expect((await ask(alone, '127.0.0.1')).statusCode).toBe(200)
    expect((await ask(alone, '127.0.0.1', { 'x-forwarded-for': '8.8.8.8' })).statusCode).toBe(403)
  })
})

describe('GET /metrics with METRICS_TOKEN', () => {
  it('answers its bearer, from wherever', async () => {
    const { statusCode } = await ask(closed, '8.8.8.8', { authorization: 'Bearer a-token-for-metrics' })
    expect(statusCode).toBe(200)
  })

  it.each([undefined, 'Bearer wrong', 'a-token-for-metrics', 'Bearer '])(
    'refuses %s, also here',
    async (sent) => {
      const { statusCode, headers } = await ask(
        closed,
        '127.0.0.1',
        sent === undefined ? {} : { authorization: sent },
      )
      expect(statusCode).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer')
    },
  )
})

describe('the requests it counts', () => {
  it('are told by pattern, never by address', async () => {
    await open.send('GET', '/api/portfolio/products/secret-name')
    await open.send('GET', '/api/portfolio/signals', undefined, { 'x-portfolio-token': token })
    await open.send('GET', '/nowhere-at-all')
    const { body } = await ask(open, '127.0.0.1')
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
