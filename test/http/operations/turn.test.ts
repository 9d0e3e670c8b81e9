import { beforeAll, describe, expect, it } from 'vitest'
import { makeAssistantWorld } from '../../support/assistant.ts'
import { makeContact } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let admin: TestUser
let contact: number
beforeAll(async () => {
  world = await makeAssistantWorld()
  admin = await makePerson(world)
  for (let index = 0; index < 4; index++) {
    const answer = await world.send('POST', '/api/v1/bot/main', {
      contact_id: 'reader',
      text: `Text ${index}`,
    })
    contact = answer.body.contact.id
  }
  await world.send('POST', '/api/v1/bot/main', { contact_id: 'another', text: 'Not to be seen' })
})

describe('GET /contacts/{id}/turns', () => {
  it('returns the turns newest first, paged by cursor', async () => {
    const { status, body } = await admin.send('GET', `/contacts/${contact}/turns?per_page=3`)
    expect(status).toBe(200)
    expect(body.data.map(({ text }: { text: string }) => text)).toEqual([
      'Message received.',
      'Text 3',
      'Message received.',
    ])
    expect(body.data[1]).toEqual({
      id: expect.any(Number),
      conversation_id: expect.any(Number),
      agent: 'main',
      role: 'user',
      source: 'contact',
      text: 'Text 3',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const turns = [...body.data]
    let cursor = body.meta.next_cursor
    while (cursor) {
      const next = await admin.send('GET', `/contacts/${contact}/turns?per_page=3&cursor=${cursor}`)
      expect(next.body.meta.current_page).toBeNull()
      turns.push(...next.body.data)
      cursor = next.body.meta.next_cursor
    }
    expect(turns).toHaveLength(8)
    expect(new Set(turns.map(({ id }) => id)).size).toBe(8)
  })

  it('returns an empty list for a contact without turns and 404 for an unknown contact', async () => {
    const silent = await makeContact(admin)
    expect((await admin.send('GET', `/contacts/${silent.id}/turns`)).body.data).toEqual([])
    expect((await admin.send('GET', '/contacts/999999/turns')).status).toBe(404)
    expect((await admin.send('POST', `/contacts/${contact}/turns`, {})).status).toBe(405)
  })

  it('requires contacts:read', async () => {
    const reader = await makePerson(world, 'user', { able: ['contacts:read'] })
    expect((await reader.send('GET', `/contacts/${contact}/turns`)).status).toBe(200)
    const other = await makePerson(world, 'admin', { able: ['contacts:write'] })
    const rejected = await other.send('GET', `/contacts/${contact}/turns`)
    expect([rejected.status, rejected.body.required_ability]).toEqual([403, 'contacts:read'])
  })
})

describe('GET /contacts/{id}', () => {
  it('returns a contact that the bot created with its source and external_id', async () => {
    const { body } = await admin.send('GET', `/contacts/${contact}`)
    expect(body.data).toMatchObject({ name: 'reader', source: 'bot', external_id: 'reader' })
    expect(body.data.last_message_at).not.toBeNull()
  })
})
