import { randomBytes } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { seal } from '../../../../src/access/sealed.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeSignal, sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
  makeNotificationWorld,
  type NotificationWorld,
  sendUntil,
  webhookRow,
} from '../../../support/notifications.ts'
import { makePerson } from '../../../support/people.ts'
import { makeReceiver, type Receiver } from '../../../support/receiver.ts'
import { makeWorld } from '../../../support/world.ts'

const page = '/admin/notifications'

let world: NotificationWorld
let admin: Browser
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  receiver = await makeReceiver()
})

/** Creates a webhook by the form. Returns its id and its secret. */
async function create(url = receiver.url, events = 'signal.created') {
  await admin.get(page)
  const { status, body } = await admin.post(`${page}/webhooks`, { url, events })
  const [row] = await sql(world, 'select max(id) as id from webhooks')
  return { status, body, id: Number(row?.id), secret: /whsec_[\w+/=]+/.exec(body)?.[0] ?? '' }
}

describe('a webhook', () => {
  it('is created with a secret that is shown once', async () => {
    const { status, id, secret } = await create()
    expect(status).toBe(201)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    for (const address of [page, `${page}/webhooks/${id}`, '/admin/activity']) {
      const { status, body } = await admin.get(address)
      expect(status).toBe(200)
      expect(body).not.toContain(secret)
    }
    const [entry] = await sql(
      world,
      `select * from history where record_type = 'webhook' and record_id = $1`,
      id,
    )
    expect(Object.keys(entry?.changes as object).toSorted()).toEqual(['events', 'name', 'state'])
    const row = await webhookRow(world, id)
    expect(JSON.stringify(row)).not.toContain(secret.slice(6))
  })

  it.each([
    ['https://10.0.0.1/hook', 'signal.created', 'The URL field must be a public address'],
    ['http://hooks.example.com', 'signal.created', 'The URL field must be an https address'],
    ['nonsense', 'signal.created', 'must be a valid URL'],
    ['https://hooks.example.com', '', 'The events field is required'],
    ['https://hooks.example.com', 'signal.exploded', 'is invalid'],
  ])('is rejected with the reason: %s, %s', async (url, events, message) => {
    const { status, body } = await create(url, events)
    expect(status).toBe(422)
    expect(body).toContain(message)
  })

  it('sends a test, which is signed, and lists the delivery with the answer', async () => {
    const { id, secret } = await create()
    receiver.answerWith((response) => response.end('Welcome'))
    const { location } = await admin.post(`${page}/webhooks/${id}/test`)
    const { body } = await admin.get(location ?? '')
    expect(body).toContain('Delivered. The receiver answered 200.')
    expect(body).toContain('Welcome')
    const { text, headers } = receiver.requests.at(-1)!
    expect(new Verifier(secret).verify(text, headers)).toMatchObject({
      type: 'webhook.test',
      data: { id, event: 'test' },
    })
    receiver.answerWith((response) => response.writeHead(500).end())
    await admin.post(`${page}/webhooks/${id}/test`)
    expect((await admin.get(location ?? '')).body).toContain('The receiver answered 500.')
    expect(await webhookRow(world, id)).toMatchObject({ failures: 0 })
  })

  it('sends a delivery again with the same id', async () => {
    const { id } = await create()
    receiver.answerWith((response) => response.end())
    const before = receiver.requests.length
    await makeSignal(world)
    await sendUntil(world, async () => (await deliveriesOf(world, id))[0]?.result === 'delivered')
    const [delivery] = await deliveriesOf(world, id)
    await admin.get(`${page}/webhooks/${id}`)
    const { location } = await admin.post(`${page}/deliveries/${delivery?.id}/again`)
    expect(location).toBe(`${page}/webhooks/${id}`)
    const ids = receiver.requests.slice(before).map(({ headers }) => headers['webhook-id'])
    expect(ids.filter((one) => one === delivery?.message_id)).toHaveLength(2)
  })

  it('is switched off and on, gets a new secret, and is deleted', async () => {
    const { id, secret } = await create()
    await admin.post(`${page}/webhooks/${id}/off`)
    expect((await admin.get(page)).body).toContain('Webhook switched off.')
    expect(await webhookRow(world, id)).toMatchObject({ state: 'off' })
    await admin.post(`${page}/webhooks/${id}/on`)
    expect(await webhookRow(world, id)).toMatchObject({ state: 'on' })
    const { body, status } = await admin.post(`${page}/webhooks/${id}/secret`)
    expect(status).toBe(201)
    expect(body).toMatch(/whsec_/)
    expect(body).not.toContain(secret)
    expect((await admin.get(`${page}/webhooks/${id}/delete`)).body).toContain('Delete the webhook 127.0.0.1')
    await admin.post(`${page}/webhooks/${id}/delete`)
    expect(await webhookRow(world, id)).toEqual({})
    const events = await sql(
      world,
      `select event from history where record_type = 'webhook' and record_id = $1 order by id`,
      id,
    )
    expect(events.map(({ event }) => event)).toEqual([
      'created',
      'switched_off',
      'switched_on',
      'secret_renewed',
      'deleted',
    ])
    expect((await admin.get('/admin/activity')).status).toBe(200)
  })
})

it('says on the dashboard of admins why a webhook is paused', async () => {
  const { id } = await create()
  const reason = '10 deliveries in a row failed. The receiver answered 500.'
  await sql(world, `update webhooks set state = 'paused', state_reason = $2 where id = $1`, id, reason)
  const manager = await signIn(world, await makePerson(world, 'manager'))
  for (const isEmpty of [true, false]) {
    if (!isEmpty) await makeProduct(world)
    expect((await admin.get('/admin')).body).toContain(reason)
    expect((await manager.get('/admin')).body).not.toContain(reason)
  }
  await admin.post(`${page}/webhooks/${id}/on`)
  expect((await admin.get('/admin')).body).not.toContain(reason)
})

it('is for admins only, who find it in the navigation', async () => {
  expect((await admin.get('/admin')).body).toContain(`href="${page}"`)
  const manager = await signIn(world, await makePerson(world, 'manager'))
  expect((await manager.get('/admin')).body).not.toContain(page)
  const { id } = await create()
  for (const path of [page, `${page}/webhooks/${id}`, `${page}/webhooks/${id}/delete`])
    expect((await manager.get(path)).status).toBe(403)
  expect((await manager.post(`${page}/webhooks/${id}/off`)).status).toBe(403)
})

it('says that nothing is sent without a secret key', async () => {
  const other = await makeWorld()
  const browser = await signIn(other, await makePerson(other, 'admin'))
  expect((await browser.get(page)).body).toContain('SECRET_KEY is not set')
  const { status } = await browser.post(`${page}/webhooks`, { url: receiver.url, events: '*' })
  expect(status).toBe(409)
})

it('answers 503 to what needs another key than the one that is set, until each secret is new', async () => {
  const { id } = await create()
  await admin.post(`${page}/webhooks/${id}/test`)
  const [delivery] = await deliveriesOf(world, id)
  await sql(world, 'update webhooks set secret = $2 where id = $1', id, seal(randomBytes(32), 'webhook', 'x'))
  const webhook = { url: receiver.url, events: '*' }
  const channel = { kind: 'slack', url: 'https://hooks.slack.com/services/1' }
  for (const [path, fields] of [
    ['webhooks', webhook],
    ['channels', channel],
    [`webhooks/${id}/test`, {}],
    [`deliveries/${delivery?.id}/again`, {}],
  ] as const) {
    const { status, body } = await admin.post(`${page}/${path}`, fields)
    expect([path, status]).toEqual([path, 503])
    expect(body).toContain('SECRET_KEY cannot decrypt what is stored.')
    expect(body).toContain('portfolio-ops doctor')
  }
  expect((await admin.get(page)).status).toBe(200)
  expect((await admin.post(`${page}/webhooks/${id}/secret`)).status).toBe(201)
  expect((await admin.post(`${page}/webhooks`, webhook)).status).toBe(201)
})
