import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
  makeNotificationWorld,
  makeWebhook,
  type NotificationWorld,
  sendUntil,
} from '../../../support/notifications.ts'
import { makePerson } from '../../../support/people.ts'
import { makeReceiver, type Receiver } from '../../../support/receiver.ts'

const page = '/admin/notifications'
const token = '123:secret-token'
const slackUrl = 'https://hooks.slack.com/services/secret-path'

let world: NotificationWorld
let admin: Browser
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  receiver = await makeReceiver()
})

const rowOf = async (table: string, id: unknown) =>
  (await sql(world, `select * from ${table} where id = $1`, id))[0] ?? {}
async function makeChannel(fields: Record<string, string>) {
  await admin.get(page)
  expect((await admin.post(`${page}/channels`, fields)).location).toBe(page)
  const [row] = await sql(world, 'select * from channels order by id desc limit 1')
  return { before: row ?? {}, address: `${page}/channels/${row?.id}` }
}

describe('a webhook', () => {
  it('gets another address and other events, keeps its secret, and sends what waits to the new address', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    const before = await rowOf('webhooks', id)
    receiver.answerWith((response) => response.writeHead(500).end())
    await makeSignal(world, { title: 'Sent to the old address' })
    await sendUntil(world, async () => (await deliveriesOf(world, id)).some(({ attempts }) => attempts === 1))
    const other = await makeReceiver()
    const address = `${page}/webhooks/${id}`
    const { body } = await admin.get(`${address}/edit`)
    expect(body).toContain(receiver.url)
    expect(body).toMatch(/value="\*" checked/)
    const sent = await admin.post(`${address}/edit`, { url: other.url, events: 'signal.created' })
    expect(sent.location).toBe(address)
    const { secret, url, events, failing_since } = await rowOf('webhooks', id)
    expect({ secret, url, events, failing_since }).toEqual({
      secret: before.secret,
      url: other.url,
      events: ['signal.created'],
      failing_since: null,
    })
    await sendUntil(world, () => other.requests.length > 0)
  })

  it.each([
    ['https://10.0.0.1/hook', '*', 422, 'must be an https address|must be a public address'],
    ['nonsense', '*', 422, 'must be a valid URL'],
    ['https://hooks.example.com', 'signal.exploded', 422, 'is invalid'],
  ])('is rejected with the reason: %s, %s', async (url, events, status, message) => {
    const { id } = await makeWebhook(world, 'https://hooks.example.com/kept')
    const address = `${page}/webhooks/${id}/edit`
    await admin.get(address)
    const answer = await admin.post(address, { url, events })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatch(new RegExp(message))
    expect((await rowOf('webhooks', id)).url).toBe('https://hooks.example.com/kept')
  })

  it('that another person has changed meanwhile is not overwritten', async () => {
    const { id } = await makeWebhook(world, 'https://hooks.example.com/first')
    const address = `${page}/webhooks/${id}/edit`
    const another = await signIn(world, await makePerson(world, 'admin'))
    await admin.get(address)
    await another.get(address)
    await another.post(address, { url: 'https://hooks.example.com/second', events: '*' })
    const { status, body } = await admin.post(address, {
      url: 'https://hooks.example.com/third',
      events: '*',
    })
    expect(status).toBe(409)
    expect(body).toContain('changed after the page was opened')
    expect((await rowOf('webhooks', id)).url).toBe('https://hooks.example.com/second')
    expect((await admin.post(address, { url: 'https://hooks.example.com/third', events: '*' })).status).toBe(
      303,
    )
  })
})

describe('a channel', () => {
  it('of Telegram gets another chat and hour without its token, or another token', async () => {
    const { before, address } = await makeChannel({
      kind: 'telegram',
      bot_token: token,
      chat_id: '-100',
      hour: '8',
    })
    const { body } = await admin.get(`${address}/edit`)
    expect(body).not.toContain('secret-token')
    expect(body).toContain('value="-100"')
    expect(body).not.toContain('name="email"')
    await admin.post(`${address}/edit`, { bot_token: '', chat_id: '-200', hour: '9' })
    const kept = await rowOf('channels', before.id)
    expect(kept).toMatchObject({ name: 'Telegram -200', chat_id: '-200', hour: 9, secret: before.secret })
    await admin.get(`${address}/edit`)
    await admin.post(`${address}/edit`, { bot_token: '456:another', chat_id: '-200', hour: '' })
    const changed = await rowOf('channels', before.id)
    expect(changed.hour).toBe(null)
    expect(changed.secret).not.toBe(before.secret)
    expect(JSON.stringify(await sql(world, 'select json_agg(history)::text from history'))).not.toMatch(
      /secret-token|456:another/,
    )
  })

  it('of Slack keeps its address unless another is sent', async () => {
    const { before, address } = await makeChannel({ kind: 'slack', url: slackUrl, hour: '8' })
    expect((await admin.get(`${address}/edit`)).body).not.toContain('secret-path')
    await admin.post(`${address}/edit`, { url: '', hour: '7' })
    expect(await rowOf('channels', before.id)).toMatchObject({ hour: 7, secret: before.secret })
    await admin.get(`${address}/edit`)
    await admin.post(`${address}/edit`, { url: 'https://chat.example.com/other', hour: '7' })
    const moved = await rowOf('channels', before.id)
    expect(moved.name).toBe('Slack chat.example.com')
    expect(moved.secret).not.toBe(before.secret)
  })

  it('is rejected with the reason beside its control', async () => {
    const { before, address } = await makeChannel({
      kind: 'telegram',
      bot_token: token,
      chat_id: '-100',
      hour: '8',
    })
    await admin.get(`${address}/edit`)
    const { status, body } = await admin.post(`${address}/edit`, {
      bot_token: token,
      chat_id: '',
      hour: '25',
    })
    expect(status).toBe(422)
    expect(body).toContain('The hour field must not be greater than 23.')
    expect(body).not.toContain('secret-token')
    expect((await admin.post(`${address}/edit`, { chat_id: '', hour: '9' })).body).toContain('is required')
    expect(await rowOf('channels', before.id)).toMatchObject({ hour: 8, chat_id: '-100' })
  })

  it('does not send the digest of today late because its hour becomes earlier', async () => {
    const { before, address } = await makeChannel({
      kind: 'telegram',
      bot_token: token,
      chat_id: '-1',
      hour: '',
    })
    await admin.get(`${address}/edit`)
    await admin.post(`${address}/edit`, { chat_id: '-1', hour: '0' })
    const { digest_day } = await rowOf('channels', before.id)
    const [now] = await sql(
      world,
      `select (now() at time zone 'utc')::date::text as day, extract(hour from now() at time zone 'utc')::int as hour`,
    )
    expect(digest_day).toBe(Number(now?.hour) > 0 ? now?.day : null)
  })
})

it('is only for admins who are signed in, and about webhooks and channels that exist', async () => {
  const { id } = await makeWebhook(world, 'https://hooks.example.com/guarded')
  const address = `${page}/webhooks/${id}/edit`
  expect((await openBrowser(world).get(address)).location).toContain('/admin/login')
  const manager = await signIn(world, await makePerson(world, 'manager'))
  expect((await manager.get(address)).status).toBe(403)
  await manager.get('/admin')
  expect((await manager.post(address, { url: 'https://hooks.example.com', events: '*' })).status).toBe(403)
  for (const kind of ['webhooks', 'channels']) {
    expect((await admin.get(`${page}/${kind}/999999/edit`)).status).toBe(404)
    expect((await admin.post(`${page}/${kind}/999999/edit`, {})).status).toBe(404)
  }
})
