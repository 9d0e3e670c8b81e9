import { beforeAll, describe, expect, it, test } from 'vitest'
import { events } from '../../../../src/notifications/webhook/webhook.ts'
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

test('the page has the channels first, and the events in groups that begin with the most chosen', async () => {
  const { body } = await admin.get(page)
  expect([...body.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading)).toEqual([
    'Channels',
    'New channel',
    'Webhooks',
    'New webhook',
    'Subscriptions of agents',
  ])
  const groups = body.split('class="choice-group"').slice(1)
  const named = groups.map((group) => /aria-label="([^"]*)"/.exec(group)?.[1])
  expect(named.slice(0, 2)).toEqual(['What most people choose', 'Direction'])
  expect(groups[0]).toContain('value="signal.created"')
  const offered = groups.flatMap((group) => [...group.matchAll(/name="events" value="([^"]*)"/g)])
  expect(offered.map(([, event]) => event).toSorted()).toEqual([...events].toSorted())
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

describe('the language of a channel', () => {
  const inRussian = { 'accept-language': 'ru' }

  it('is at first that of the page, is shown, and can be changed', async () => {
    const { body } = await admin.get(page, inRussian)
    expect(body).toMatch(/<option value="ru" selected[^>]*>\s*Русский/)
    expect(body).toContain('Язык сообщений этого канала')
    expect((await admin.get(page)).body).toMatch(/<option value="en" selected[^>]*>\s*English/)
    const slack = { kind: 'slack', url: 'https://hooks.slack.com/services/x', language: 'ru', hour: '' }
    await admin.post(`${page}/channels`, slack)
    const [channel] = await sql(world, 'select * from channels')
    expect(channel).toMatchObject({ language: 'ru' })
    const address = `${page}/channels/${channel?.id}`
    expect((await admin.get(page)).body).toMatch(/data-label="Language">Русский</)
    expect((await admin.get(address)).body).toContain('Language of the messages: Русский.')
    expect((await admin.get(`${address}/edit`)).body).toMatch(/<option value="ru" selected/)
    await admin.post(`${address}/edit`, { url: '', language: 'en', hour: '7' })
    expect(await sql(world, 'select language, hour from channels')).toEqual([{ language: 'en', hour: 7 }])
    await admin.post(`${address}/delete`)
  })

  it('is that of its test message, whoever reads the page, which says why it was not delivered', async () => {
    world.settings.telegramUrl = receiver.url
    receiver.answerWith((response) => response.writeHead(403).end())
    await admin.get(page)
    await admin.post(`${page}/channels`, {
      kind: 'telegram',
      bot_token: '1:secret',
      chat_id: '-7',
      language: 'ru',
    })
    const [channel] = await sql(world, 'select * from channels')
    const address = `${page}/channels/${channel?.id}`
    await admin.post(`${address}/test`, {}, inRussian)
    expect(JSON.parse(receiver.requests.at(-1)?.text ?? '{}').text).toMatch(
      /^Проверка portfolio-ops: канал работает\.\n/,
    )
    const { body } = await admin.get(address, inRussian)
    for (const text of ['Не доставлено.', 'Получатель ответил 403.', 'Язык сообщений: Русский.', 'Доставки'])
      expect(body).toContain(text)
    await admin.post(`${address}/delete`)
  })
})

describe('a receiver that sends nothing', () => {
  const hook = { url: 'https://hooks.example.com/1', events: '*' }
  const telegram = { kind: 'telegram', bot_token: '123:secret-token', chat_id: '-100' }

  it('is shown to admins on the dashboard and the page of notifications, with the reason', async () => {
    await admin.get(page)
    await admin.post(`${page}/webhooks`, hook)
    await admin.post(`${page}/channels`, telegram)
    const notices = async (path: string) =>
      [...(await admin.get(path)).body.matchAll(/<p class="notice warning">([\s\S]*?)<\/p>/g)].map(
        ([, text = '']) => text.replace(/<[^>]*>/g, ''),
      )
    for (const path of ['/admin', page]) expect(await notices(path)).toEqual([])
    await sql(world, `update channels set failing_since = now() - interval '59 minutes'`)
    for (const path of ['/admin', page]) expect(await notices(path)).toEqual([])
    await sql(world, `update channels set failing_since = now() - interval '61 minutes'`)
    await sql(
      world,
      `insert into deliveries (channel_id, message_id, type, body, failure)
       select id, 'one', 'alert', 'text', 'The receiver answered 403.' from channels`,
    )
    for (const path of ['/admin', page])
      expect(await notices(path)).toEqual([
        'Failing for more than an hour: channel Telegram -100. The receiver answered 403.',
      ])
    for (const table of ['webhooks', 'channels'])
      await sql(world, `update ${table} set state = 'paused', state_reason = 'A backup was restored.'`)
    for (const path of ['/admin', page])
      expect(await notices(path)).toEqual([
        'Paused: webhook hooks.example.com, channel Telegram -100. A backup was restored.',
      ])
    const manager = await signIn(world, await makePerson(world, 'manager'))
    expect((await manager.get('/admin')).body).not.toContain('A backup was restored.')
    const { body } = await admin.get(page)
    expect(body.match(/>Switch (on|off)</g)).toHaveLength(4)
    const [{ webhook, channel } = {}] = await sql(
      world,
      'select webhooks.id as webhook, channels.id as channel from webhooks, channels',
    )
    await admin.post(`${page}/webhooks/${webhook}/on`)
    await admin.post(`${page}/channels/${channel}/on`)
    expect(
      await sql(
        world,
        'select state, state_reason, failing_since from webhooks union all select state, state_reason, failing_since from channels',
      ),
    ).toEqual(Array(2).fill({ state: 'on', state_reason: null, failing_since: null }))
    for (const path of ['/admin', page]) expect(await notices(path)).toEqual([])
  })
})
