import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({
    PUBLIC_URL: 'http://localhost:3000',
    CORS_ORIGINS: 'https://trusted.example,http://ops-service:3000',
  })
})

const message = { contact_id: 'tg-1', text: 'Hello', user_text: 'Hello', assistant_text: 'Hello' }
const requests: [string, InjectOptions][] = [
  ['/metrics', { url: '/metrics' }],
  ['/docs', { url: '/docs' }],
  ['/docs/reference.js', { url: '/docs/reference.js' }],
  ['/openapi.json', { url: '/openapi.json' }],
  ['/bot/main', { method: 'POST', url: '/api/v1/bot/main', payload: message }],
  ['/bot/main/log', { method: 'POST', url: '/api/v1/bot/main/log', payload: message }],
]

const send = async (request: InjectOptions, headers: Record<string, string>, { app }: World = world) =>
  app.inject({ ...request, headers })

describe.each(requests)('%s', (_path, request) => {
  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'evil.example:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.nip.io' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://192.168.1.7' },
    { host: '192.168.1.5:3000', origin: 'http://192.168.1.7:3000' },
    { host: 'ops-service:3000', origin: 'http://ops-service:4000' },
  ])('returns 403 with %j', async (headers) => {
    const { statusCode, body } = await send(request, headers)
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'policy_denied'])
  })

  it.each<Record<string, string>>([
    { host: 'localhost:3000' },
    { host: '127.0.0.1' },
    { host: '[::1]:3000', origin: 'http://[::1]:3000' },
    { origin: 'http://localhost:8080' },
    { origin: 'https://trusted.example' },
    // Another name of the server.
    { host: 'ops-service:3000', origin: 'http://ops-service:3000' },
    // DNS rebinding needs a name.
    { host: '192.168.1.5:3000' },
    { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' },
    { host: '[fd00::7]:3000' },
  ])('is served with %j', async (headers) => {
    expect((await send(request, headers)).statusCode).toBeLessThan(300)
  })
})

describe('a server on all addresses without PUBLIC_URL', () => {
  it('is reached by its addresses, but not by other names', async () => {
    const open = await makeWorld({ HOST: '0.0.0.0', PUBLIC_URL: '' })
    const request = { url: '/docs' }
    for (const host of ['0.0.0.0:3000', '203.0.113.9:3000', '[2001:db8::1]:3000', 'localhost'])
      expect((await send(request, { host }, open)).statusCode, host).toBe(200)
    expect((await send(request, { host: 'ops.example.com' }, open)).statusCode).toBe(403)
  })

  it('is reached by the name of PUBLIC_URL if that is set', async () => {
    const named = await makeWorld({ HOST: '0.0.0.0', PUBLIC_URL: 'https://ops.example.com/portfolio' })
    expect((await send({ url: '/docs' }, { host: 'OPS.example.com' }, named)).statusCode).toBe(200)
    expect((await send({ url: '/docs' }, { host: 'example.com' }, named)).statusCode).toBe(403)
  })
})
