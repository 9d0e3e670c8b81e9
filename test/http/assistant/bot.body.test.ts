import { beforeAll, describe, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '1000' })
})

const main = '/api/v1/bot/main'
const log = '/api/v1/bot/main/log'
const exchange = { contact_id: 'c', user_text: 'Hello', assistant_text: 'Hi' }

describe('the body of a message', () => {
  it.each([
    ['string', 'a', 'a'],
    ['integer', 42, '42'],
    ['negative integer', -7, '-7'],
    ['largest integer', 2 ** 53 - 1, '9007199254740991'],
    ['longest string', 'я'.repeat(191), 'я'.repeat(191)],
  ])('accepts a contact_id that is a %s', async (_, contact_id, stored) => {
    const { status, body } = await world.send('POST', main, { contact_id, text: 'Hi' })
    expect([status, body.contact.contact_id]).toEqual([200, stored])
  })

  it.each([1.5, true, {}, [], null, '', '  ', 'x'.repeat(192), 2 ** 53, 'a\u0000', '\ud800'])(
    'rejects the contact_id %j',
    async (contact_id) => {
      const { status, body } = await world.send('POST', main, { contact_id, text: 'Hi' })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['contact_id']])
    },
  )

  it.each([
    [main, { text: 'Hi' }, 'user_turn_id'],
    [log, { user_text: 'Hi', assistant_text: 'Hello' }, 'turn_ids'],
    ['/api/v1/bot/helper/log', { user_text: 'Hi', assistant_text: 'Hello' }, 'turn_ids'],
  ])('accepts a message_id that is an integer or its digits on %s', async (path, texts, ids) => {
    await world.send('POST', '/api/agents', { name: 'helper' })
    const send = (message_id: unknown) =>
      world.send('POST', path, { contact_id: `of ${path}`, ...texts, message_id })
    for (const [number, digits] of [
      [17, '17'],
      [-7, '-7'],
      [2 ** 53 - 1, '9007199254740991'],
    ]) {
      const first = await send(number)
      const repeated = await send(digits)
      expect([200, 201]).toContain(first.status)
      expect([repeated.status, repeated.body[ids]]).toEqual([200, first.body[ids]])
    }
    for (const invalid of [1.5, true, {}, [17], 2 ** 53, 'x'.repeat(192)]) {
      const { status, body } = await send(invalid)
      expect([status, Object.keys(body.errors ?? {})], String(invalid)).toEqual([422, ['message_id']])
    }
    expect((await send(null)).status).toBeLessThan(300)
  })

  it('is rejected with every invalid field at once', async () => {
    const { status, body } = await world.send('POST', log, {
      user_text: ' ',
      assistant_text: 'x'.repeat(20_001),
    })
    expect([status, body]).toMatchObject([
      422,
      {
        message: 'Validation failed.',
        errors: {
          contact_id: ['The contact id field is required.'],
          user_text: ['The user text field is required.'],
          assistant_text: ['The assistant text field must not be greater than 20000 characters.'],
        },
      },
    ])
    const longest = { ...exchange, user_text: '🙂'.repeat(20_000), message_id: 'x'.repeat(191) }
    expect((await world.send('POST', log, longest)).status).toBe(201)
  })

  it('is JSON of at most 256 KiB, with a warning for each unknown field', async () => {
    const long = { ...exchange, padding: 'x'.repeat(256 * 1024) }
    expect((await world.send('POST', log, long)).status).toBe(413)
    expect((await world.send('POST', main, '{')).status).toBe(400)
    expect((await world.send('POST', main, 'a=b', { 'content-type': 'text/plain' })).status).toBe(415)
    const { body } = await world.send('POST', `${log}?dry_run=1`, { ...exchange, mood: 'good' })
    expect(body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual(['dry_run', 'mood'])
  })
})

describe('the bot endpoints', () => {
  it.each([main, log, '/api/v1/bot/anybody/log'])('allow only POST: %s', async (path) => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await world.send(method, path)
      expect([status, headers.allow], method).toEqual([405, 'POST'])
    }
  })

  it.each(['/api/v1/bot', '/api/v1/bot/', '/api/v1/bot/main/log/more', '/api/v1/bot/other'])(
    'return 404 for %s',
    async (path) => {
      expect((await world.send('POST', path, exchange)).status).toBe(404)
    },
  )

  it('require no credential and ignore an invalid one', async () => {
    const credentials = { authorization: 'Bearer wrong', 'x-llm-key': 'wrong', 'x-portfolio-token': 'wrong' }
    expect((await world.send('POST', log, exchange, credentials)).status).toBe(201)
  })
})
