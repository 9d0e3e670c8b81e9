import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeProvider, sendReply } from '../../support/provider.ts'
import { query } from '../../support/rows.ts'
import { makeWorld, type World } from '../../support/world.ts'

const main = '/api/v1/bot/main'
const redisUrl = process.env.TEST_REDIS_URL
if (!redisUrl) console.info('TEST_REDIS_URL is not set: skipping the bot limits that servers share')

it('limits the messages of a contact per minute and stores nothing of a rejected one', async () => {
  const world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '3' })
  const ask = (contact_id: string | number) => world.send('POST', main, { contact_id, text: 'Hi' })
  const turns = async () => (await query(world.url, 'select count(*)::int as n from turns'))[0]?.n
  for (let index = 0; index < 3; index++) expect((await ask(7)).status).toBe(200)
  const before = await turns()
  const rejected = await ask('7')
  expect([rejected.status, rejected.body.code, rejected.body.message]).toEqual([
    429,
    'rate_limited',
    'Too Many Attempts.',
  ])
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect(await turns()).toBe(before)
  expect((await ask('8')).status).toBe(200)
  const log = { contact_id: 7, user_text: 'a', assistant_text: 'b' }
  expect((await world.send('POST', `${main}/log`, log)).status).toBe(201)
})

it('limits the requests of an address per minute, counted apart from the other limits', async () => {
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

it('limits the provider replies per day, counted in the database, then returns the fallback', async () => {
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
  expect(provider.requests).toHaveLength(3)
  expect(await query(world.url, 'select count from daily_replies')).toEqual([{ count: 3 }])
  await query(world.url, `update daily_replies set day = day - 1`)
  const tomorrow = await world.send('POST', main, { contact_id: 'next', text: 'Hi' })
  expect(tomorrow.body.reply_source).toBe('provider')
})

it('does not reserve memory for large bodies while the provider generates the replies', async () => {
  const provider = await makeProvider()
  const waiting: (() => void)[] = []
  provider.respondWith((response) => waiting.push(() => sendReply(response, 'Hello')))
  const world = await makeAssistantWorld({ LLM_BASE_URL: provider.url, LLM_API_KEY: 'key' })
  // The large bodies of all requests in progress may have 8 MiB.
  const note = 'x'.repeat(250 * 1024)
  const answers = Promise.all(
    Array.from({ length: 40 }, (_, id) => world.send('POST', main, { contact_id: id, text: 'Hi', note })),
  )
  await expect.poll(() => waiting.length).toBe(40)
  for (const respond of waiting) respond()
  expect((await answers).map(({ body }) => body.reply)).toEqual(Array(40).fill('Hello'))
})

describe.skipIf(!redisUrl)('two servers with one Redis and one database', () => {
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

  // Redis keeps its counts from one run to the next, so each count starts with a new id.
  const newId = () => randomBytes(4).toString('hex')
  const newAddress = () => `2001:db8:${newId().replace(/.{4}/, '$&:')}::1`

  /** Sends six messages to the two servers in turn and returns the statuses. */
  async function sendInTurn(payload: object, address: () => string): Promise<number[]> {
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      const request = { method: 'POST', url: main, payload, remoteAddress: address() } as const
      const answer = await servers[index % 2]!.app.inject(request)
      statuses.push(answer.statusCode)
    }
    return statuses
  }

  // A server counts in memory while it is not connected to Redis.
  const poll = { timeout: 15_000 }

  it('share the count of an address', async () => {
    const send = () => {
      const address = newAddress()
      return sendInTurn({}, () => address)
    }
    await expect.poll(send, poll).toEqual([422, 422, 422, 422, 429, 429])
  })

  it('share the count of a contact, whatever the address', async () => {
    const send = () => sendInTurn({ contact_id: newId(), text: 'Hi' }, newAddress)
    await expect.poll(send, poll).toEqual([200, 200, 200, 429, 429, 429])
  })
})
