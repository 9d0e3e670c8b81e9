import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { llmKey } from '../../support/assistant.ts'
import { query } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

const BOT_TOKEN = 'k2V9xQ7mZ4tB1nR8wL5cY3dF6hJ0sA'
const main = '/api/v1/bot/main'
const message = { contact_id: 'c', text: 'Hello' }
const exchange = { contact_id: 'c', user_text: 'Hello', assistant_text: 'Hi' }

describe('with BOT_TOKEN', () => {
  let world: World
  let log = ''
  beforeAll(async () => {
    const stream = new PassThrough().on('data', (chunk) => {
      log += chunk
    })
    const environment = { BOT_TOKEN: ` ${BOT_TOKEN} `, LOG_LEVEL: 'trace', LLM_API_KEYS: llmKey }
    world = await makeWorld(environment, { log: stream })
  })

  const key = { 'x-llm-key': llmKey }
  const endpoints: [string, object][] = [
    [main, message],
    [`${main}/log`, exchange],
    ['/api/v1/bot/other%20bot/log', exchange],
  ]

  it.each(endpoints)('POST %s accepts the token in X-Bot-Token', async (path, body) => {
    if (path.includes('other')) await world.send('POST', '/api/agents', { name: 'other bot' }, key)
    const { status } = await world.send('POST', path, body, { 'x-bot-token': BOT_TOKEN })
    expect([200, 201]).toContain(status)
  })

  const invalid: Record<string, string>[] = [
    {},
    { 'x-bot-token': '' },
    { 'x-bot-token': BOT_TOKEN.slice(0, -1) },
    { 'x-bot-token': `${BOT_TOKEN}x` },
    { 'x-bot-token': BOT_TOKEN.toLowerCase() },
    { 'x-bot-token': `${BOT_TOKEN}, ${BOT_TOKEN}` },
    { authorization: `Bearer ${BOT_TOKEN}` },
    { 'x-bot-key': BOT_TOKEN },
  ]

  it.each(endpoints)('POST %s answers 401 and stores nothing without it', async (path, body) => {
    const count = async () => (await query(world.url, 'select count(*)::int as n from turns'))[0]?.n
    const before = await count()
    for (const headers of invalid) {
      const answer = await world.send('POST', path, body, headers)
      expect([headers, answer.status]).toEqual([headers, 401])
      expect(answer.body).toMatchObject({ message: 'Unauthenticated.', code: 'unauthenticated' })
    }
    expect(await count()).toBe(before)
  })

  it('returns 401 before it checks the method, the path and the body', async () => {
    const requests = [
      ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, main] as const),
      ['POST', '/api/v1/bot'],
      ['POST', '/api/v1/bot/'],
      ['GET', '/api/v1/bot/nothing/here'],
      ['POST', `${main}/`],
      ['POST', '/api/v1/bot/%zz/log'],
      ['POST', '/api/v1/bot/nobody/log'],
      ['POST', main, '{'],
      ['POST', main, { contact_id: {} }],
    ] as const
    for (const [method, path, body] of requests) {
      const without = await world.send(method, path, body)
      expect([method, path, without.status]).toEqual([method, path, 401])
    }
    const headers = { 'x-bot-token': BOT_TOKEN }
    expect((await world.send('GET', main, undefined, headers)).status).toBe(405)
    expect((await world.send('GET', '/api/v1/bot/nothing/here', undefined, headers)).status).toBe(404)
    expect((await world.send('POST', main, '{', headers)).status).toBe(400)
  })

  it('does not accept the token on other APIs, or require it there', async () => {
    const headers = { 'x-bot-token': BOT_TOKEN, 'x-portfolio-token': '' }
    expect((await world.send('GET', '/api/bugs', undefined, headers)).status).toBe(401)
    expect((await world.send('GET', '/api/v1/auth/tokens', undefined, headers)).status).toBe(401)
    expect((await world.send('GET', '/api/portfolio/products', undefined, headers)).status).toBe(403)
    expect((await world.send('GET', '/api/bugs', undefined, key)).status).toBe(200)
  })

  it('never logs the token', async () => {
    await world.send('POST', main, message, { 'x-bot-token': BOT_TOKEN })
    await world.send('POST', main, message, { 'x-bot-token': 'another-token' })
    world.app.log.info('end of the test')
    expect(log).toContain('end of the test')
    expect(log).not.toMatch(new RegExp(`${BOT_TOKEN}|another-token`))
    await expect
      .poll(async () => await query(world.url, 'select id from request_logs where status = 401'), {
        timeout: 5000,
      })
      .not.toEqual([])
    const rows = JSON.stringify(await query(world.url, 'select * from request_logs'))
    expect(rows).not.toMatch(new RegExp(`${BOT_TOKEN}|another-token`))
  })
})

it('counts a request without the token against the rate limit', async () => {
  const world = await makeWorld({ BOT_TOKEN, BOT_RATE_LIMIT_PER_MINUTE: '2' })
  const statuses: number[] = []
  for (const headers of [{}, { 'x-bot-token': BOT_TOKEN }, {}, { 'x-bot-token': BOT_TOKEN }])
    statuses.push((await world.send('POST', main, message, headers as Record<string, string>)).status)
  expect(statuses).toEqual([401, 200, 429, 429])
})

it('is optional in the OpenAPI document, and not required if BOT_TOKEN is not set', async () => {
  const world = await makeWorld()
  const { body } = await world.send('GET', '/openapi.json')
  expect(body.components.securitySchemes.botToken).toMatchObject({ in: 'header', name: 'X-Bot-Token' })
  for (const path of [main, '/api/v1/bot/{agent}/log']) {
    expect(body.paths[path].post.security).toEqual([{ botToken: [] }, {}])
    expect(body.paths[path].post.responses).toHaveProperty('401')
  }
  expect((await world.send('POST', main, message)).status).toBe(200)
  expect((await world.send('POST', main, message, { 'x-bot-token': 'any' })).status).toBe(200)
})
