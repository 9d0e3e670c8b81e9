import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeProvider } from '../../support/provider.ts'
import { query } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

const main = '/api/v1/bot/main'
const redisUrl = process.env.TEST_REDIS_URL
if (!redisUrl) console.info('TEST_REDIS_URL names no Redis: limits of bots that servers share are not tried')

it('takes so many messages of a contact a minute, and stores nothing of one more', async () => {
  const world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '3' })
  const ask = (contact_id: string | number) => world.send('POST', main, { contact_id, text: 'Hi' })
  const turns = async () => (await query(world.url, 'select count(*)::int as n from turns'))[0]?.n
  for (let index = 0; index < 3; index++) expect((await ask(7)).status).toBe(200)
  const before = await turns()
  const refused = await ask('7')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    429,
    'rate_limited',
    'Too Many Attempts.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await turns()).toBe(before)
  expect((await ask('8')).status).toBe(200)
  const log = { contact_id: 7, user_text: 'a', assistant_text: 'b' }
  expect((await world.send('POST', `${main}/log`, log)).status).toBe(201)
})

it('takes so many requests of an address a minute, whatever they are, on a count of its own', async () => {
  const world = await makeAssistantWorld({ BOT_RATE_LIMIT_PER_MINUTE: '4', RATE_LIMIT_PER_MINUTE: '1000' })
  const statuses: number[] = []
  for (const [method, path, body] of [
    ['POST', main, { contact_id: 'a', text: 'Hi' }],
    ['POST', main, {}],
    ['GET', main],
    ['POST', '/api/v1/bot/nobody/log', { contact_id: 'a', user_text: 'a', assistant_text: 'b' }],
    ['POST', main, { contact_id: 'a', text: 'Hi' }],
  ] as const)
    statuses.push((await world.send(method, path, body)).status)
  expect(statuses).toEqual([200, 422, 405, 404, 429])
  const last = await world.send('POST', main, {})
  expect(last.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' })
  expect((await world.send('GET', '/api/bugs')).headers['x-ratelimit-limit']).toBe('1000')
})

it('asks the provider so many times a day, counted in the database, then answers the fallback', async () => {
  const provider = await makeProvider()
  const world = await makeAssistantWorld({
    LLM_BASE_URL: provider.url,
    LLM_API_KEY: 'key',
    BOT_DAILY_REPLIES: '3',
  })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => world.send('POST', main, { contact_id: index, text: 'Hi' })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const sources = answers.map(({ body }) => body.reply_source).sort()
  expect(sources).toEqual([...Array(7).fill('fallback'), ...Array(3).fill('provider')])
  expect(answers.some(({ body }) => 'provider_error' in body)).toBe(false)
  expect(provider.asked).toHaveLength(3)
  expect(await query(world.url, 'select count from daily_replies')).toEqual([{ count: 3 }])
  await query(world.url, `update daily_replies set day = day - 1`)
  const tomorrow = await world.send('POST', main, { contact_id: 'next', text: 'Hi' })
  expect(tomorrow.body.reply_source).toBe('provider')
})

describe.skipIf(!redisUrl)('two servers of one Redis and one database', () => {
  const environment = {
    REDIS_URL: redisUrl ?? '',
    BOT_RATE_LIMIT_PER_MINUTE: '4',
    BOT_CONTACT_LIMIT_PER_MINUTE: '3',
  }
  let servers: World[]
  beforeAll(async () => {
    const one = await makeWorld(environment)
    servers = [one, await makeWorld(environment, one.database)]
  })

  // Whoever nobody has counted yet: Redis is shared by tests, and keeps its counts from one run to the next.
  const nobody = () => randomBytes(4).toString('hex')
  const network = () => `2001:db8:${nobody().replace(/.{4}/, '$&:')}::1`

  /** Sends six messages, to one server and the other in turn, and tells how they were answered. */
  async function inTurn(payload: object, address: () => string): Promise<number[]> {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      const request = { method: 'POST', url: main, payload, remoteAddress: address() } as const
      const answer = await servers[index % 2]!.app.inject(request)
      statuses.push(answer.statusCode)
    }
    return statuses
  }

  // A server counts for itself until it is connected, and while somebody has hung up on it.
  const patience = { timeout: 15_000 }

  it('keep one count for an address', async () => {
    const ask = () => {
      const address = network()
      return inTurn({}, () => address)
    }
    await expect.poll(ask, patience).toEqual([422, 422, 422, 422, 429, 429])
  })

  it('keep one count for a contact, wherever its messages come from', async () => {
    const ask = () => inTurn({ contact_id: nobody(), text: 'Hi' }, network)
    await expect.poll(ask, patience).toEqual([200, 200, 200, 429, 429, 429])
  })
})
