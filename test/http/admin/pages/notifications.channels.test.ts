import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makeNotificationWorld, type NotificationWorld } from '../../../support/notifications.ts'
import { makePerson } from '../../../support/people.ts'
import { makeReceiver, type Receiver } from '../../../support/receiver.ts'

const page = '/admin/notifications'

let world: NotificationWorld
let admin: Browser
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  receiver = await makeReceiver()
})

describe('a channel', () => {
  const telegram = { kind: 'telegram', bot_token: '123:secret-token', chat_id: '-100', hour: '8' }

  it('is created, tested, switched and deleted, and its token is never shown', async () => {
    await admin.get(page)
    expect((await admin.post(`${page}/channels`, telegram)).location).toBe(page)
    const { body } = await admin.get(page)
    expect(body).toContain('Channel created.')
    expect(body).toMatch(/Telegram -100[\s\S]*08:00/)
    const [channel] = await sql(world, 'select * from channels')
    const address = `${page}/channels/${channel?.id}`
    receiver.answerWith((response) => response.end('{"ok":true}'))
    world.settings.telegramUrl = receiver.url
    expect((await admin.post(`${address}/test`)).location).toBe(address)
    expect((await admin.get(address)).body).toContain('Delivered. The receiver answered 200.')
    expect(receiver.requests.at(-1)?.url).toContain('/bot123:secret-token/sendMessage')
    for (const state of ['off', 'on']) {
      await admin.post(`${address}/${state}`)
      expect(await sql(world, 'select state from channels')).toEqual([{ state }])
    }
    for (const path of [page, address, '/admin/activity', '/admin'])
      expect((await admin.get(path)).body).not.toContain('secret-token')
    const stored = await sql(
      world,
      'select channels::text, (select json_agg(history)::text from history) from channels',
    )
    expect(JSON.stringify(stored)).not.toContain('secret-token')
    await admin.post(`${address}/delete`)
    expect(await sql(world, 'select * from channels')).toEqual([])
  })

  it('is rejected with the reason in its own form', async () => {
    await admin.get(page)
    const { status, body } = await admin.post(`${page}/channels`, { ...telegram, chat_id: '', hour: '25' })
    expect(status).toBe(422)
    expect(body).toContain('The hour field must not be greater than 23.')
    expect(body).not.toContain('secret-token')
    expect(body.match(/aria-invalid="true"/g)).toHaveLength(1)
    const slack = await admin.post(`${page}/channels`, { kind: 'slack', url: 'http://example.com/' })
    expect(slack.body).toContain('The URL field must be an https address.')
    expect(slack.body.match(/ id="[^"]*"/g)?.toSorted()).toEqual(
      [...new Set(slack.body.match(/ id="[^"]*"/g))].toSorted(),
    )
  })
})
