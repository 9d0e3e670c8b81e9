import { beforeAll, describe, expect, it } from 'vitest'
import { make, makeAssistantWorld } from '../../support/assistant.ts'
import { query } from '../../support/rows.ts'
import type { World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeAssistantWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '1000' })
})

const main = '/api/v1/bot/main'
const log = '/api/v1/bot/main/log'
const exchange = { contact_id: 'c', user_text: 'Hello', assistant_text: 'Hi' }
const rows = (sql: string) => query(world.url, sql)
const count = async (table: string) => Number((await rows(`select count(*) from ${table}`))[0]?.count)

describe('POST /bot/main', () => {
  it('stores the message and returns the fallback when no provider is configured', async () => {
    const { status, body } = await world.send('POST', main, {
      contact_id: 'first',
      contact_name: 'Anna',
      text: ' Hello <b>there</b> ',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      reply: 'Message received.',
      reply_source: 'fallback',
      conversation_id: expect.any(Number),
      contact: { id: expect.any(Number), contact_id: 'first', name: 'Anna' },
      user_turn_id: expect.any(Number),
      assistant_turn_id: expect.any(Number),
    })
    const turns = await rows(`select role, source, text from turns
      where conversation_id = ${body.conversation_id} order by id`)
    expect(turns).toEqual([
      { role: 'user', source: 'contact', text: 'Hello <b>there</b>' },
      { role: 'assistant', source: 'fallback', text: 'Message received.' },
    ])
  })

  it('returns the same answer for a repeated message_id', async () => {
    const message = { contact_id: 'again', text: 'One', message_id: 'm1' }
    const first = await world.send('POST', main, message)
    const repeated = await world.send('POST', main, { ...message, text: 'Another' })
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    const other = await world.send('POST', main, { ...message, contact_id: 'other contact' })
    expect(other.body.user_turn_id).not.toBe(first.body.user_turn_id)
    const turns = await rows(`select id from turns where conversation_id = ${first.body.conversation_id}`)
    expect(turns).toHaveLength(2)
  })
})

describe('POST /bot/{agent}/log', () => {
  it('stores both turns and returns their ids', async () => {
    const { status, body } = await world.send('POST', log, { ...exchange, contact_id: 'logged' })
    expect([status, body]).toEqual([
      201,
      {
        status: 'ok',
        agent: 'main',
        conversation_id: expect.any(Number),
        turn_ids: [expect.any(Number), expect.any(Number)],
      },
    ])
    expect(body.turn_ids[1]).toBeGreaterThan(body.turn_ids[0])
  })

  it('stores a message_id once, even if the texts differ the second time', async () => {
    const first = await world.send('POST', log, { ...exchange, contact_id: 'twice', message_id: 'm' })
    const before = await count('turns')
    const second = await world.send('POST', log, {
      ...exchange,
      contact_id: 'twice',
      message_id: 'm',
      user_text: 'Other',
    })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await count('turns')).toBe(before)
    await make(world, '/api/agents', { name: 'other' })
    const other = await world.send('POST', '/api/v1/bot/other/log', {
      ...exchange,
      contact_id: 'twice',
      message_id: 'm',
    })
    expect(other.status).toBe(201)
  })

  it('finds an agent by its exact percent-encoded name', async () => {
    for (const name of ['Бот 1.0', 'ы'.repeat(100), '𠀀'.repeat(100), 'sales bot']) {
      await make(world, '/api/agents', { name })
      const path = `/api/v1/bot/${encodeURIComponent(name)}/log`
      expect((await world.send('POST', path, { ...exchange, contact_id: 'names' })).body.agent).toBe(name)
    }
    const other = await world.send('POST', '/api/v1/bot/MAIN/log', exchange)
    expect([other.status, other.body.message]).toEqual([404, 'Agent not found.'])
  })

  it('stores nothing for an agent that is unknown, deleted or inactive', async () => {
    const off = await make(world, '/api/agents', { name: 'off' })
    await world.send('POST', `/api/agents/${off.id}/toggle`)
    const gone = await make(world, '/api/agents', { name: 'gone' })
    expect((await world.send('POST', '/api/v1/bot/gone/log', exchange)).status).toBe(201)
    expect((await world.send('DELETE', `/api/agents/${gone.id}`)).status).toBe(204)
    const before = [await count('contacts'), await count('conversations'), await count('turns')]
    for (const [name, status, message] of [
      ['nobody', 404, 'Agent not found.'],
      ['gone', 404, 'Agent not found.'],
      ['%00', 404, 'Agent not found.'],
      ['off%00', 404, 'Agent not found.'],
      ['off', 409, 'Agent is switched off.'],
    ] as const) {
      const rejected = await world.send('POST', `/api/v1/bot/${name}/log`, { ...exchange, contact_id: 'new' })
      expect([rejected.status, rejected.body.message]).toEqual([status, message])
    }
    expect([await count('contacts'), await count('conversations'), await count('turns')]).toEqual(before)
    await world.send('POST', `/api/agents/${off.id}/toggle`)
    expect((await world.send('POST', '/api/v1/bot/off/log', exchange)).status).toBe(201)
  })

  it('returns 409 while main is inactive, like POST /bot/main', async () => {
    const { id } = (await world.send('GET', '/api/agents?search=main')).body.data[0]
    await world.send('POST', `/api/agents/${id}/toggle`, { is_active: false })
    const before = await count('turns')
    expect((await world.send('POST', main, { contact_id: 'x', text: 'Hi' })).status).toBe(409)
    expect((await world.send('POST', log, exchange)).status).toBe(409)
    expect(await count('turns')).toBe(before)
    await world.send('POST', `/api/agents/${id}/toggle`, { is_active: true })
  })
})

describe('contacts', () => {
  it('are created once and take the last contact_name that is not blank', async () => {
    const send = (body: object) => world.send('POST', main, { contact_id: 'named', text: 'Hi', ...body })
    const first = await send({})
    expect(first.body.contact.name).toBe('named')
    const second = await send({ contact_name: 'Boris' })
    const third = await send({ contact_name: '  ' })
    expect([second.body.contact.name, third.body.contact.name]).toEqual(['Boris', 'Boris'])
    expect([second.body.contact.id, third.body.conversation_id]).toEqual([
      first.body.contact.id,
      first.body.conversation_id,
    ])
    const [row] = await rows(`select * from contacts where external_id = 'named'`)
    expect(row).toMatchObject({ source: 'bot', status: 'active', created_by: { type: 'bot', name: 'main' } })
    expect(row?.last_message_at).not.toBeNull()
  })

  it('are created once, with one conversation, by 20 concurrent first messages', async () => {
    const sent = Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? world.send('POST', main, { contact_id: 'crowd', text: `Hi ${index}` })
        : world.send('POST', log, { ...exchange, contact_id: 'crowd' }),
    )
    const answers = await Promise.all(sent)
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    expect(new Set(answers.map(({ body }) => body.conversation_id)).size).toBe(1)
    expect(await rows(`select id from contacts where external_id = 'crowd'`)).toHaveLength(1)
    expect(
      await rows(`select t.id from turns t join contacts c on c.id = t.contact_id
        where c.external_id = 'crowd'`),
    ).toHaveLength(40)
  })

  it('get one pair of turns for 20 concurrent requests with one message_id', async () => {
    const sent = Array.from({ length: 20 }, () =>
      world.send('POST', log, { ...exchange, contact_id: 'eager', message_id: 'same' }),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })
})
