import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../src/database/transaction.ts'
import { renewSecret, switchWebhook } from '../../../src/notifications/change-webhook.ts'
import { makeProduct, makeSignal, sql } from '../../support/makers.ts'
import {
  deliveriesOf,
  makeDue,
  makeNotificationWorld,
  makeSender,
  makeWebhook,
  type NotificationWorld,
  sendUntil,
  webhookRow,
} from '../../support/notifications.ts'
import { operator } from '../../support/people.ts'
import { makeReceiver, type Received, type Receiver } from '../../support/receiver.ts'

let world: NotificationWorld
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
})
beforeEach(async () => {
  await sql(world, 'delete from webhooks')
  receiver = await makeReceiver()
})

const bodyOf = ({ text }: Received) => JSON.parse(text)
const titles = ({ requests }: Receiver) => requests.map((request) => bodyOf(request).data.title)

describe('the payload', () => {
  it('names a change as the change feed does, and has no text of the record', async () => {
    await makeWebhook(world, receiver.url)
    await makeProduct(world, { name: 'Scanner' })
    const fields = { product_slug: 'scanner', title: 'Crash', body: 'Long text', recommended_action: 'Fix' }
    const signal = await makeSignal(world, fields)
    await sendUntil(world, () => receiver.requests.length === 2)
    const { body: feed } = await world.send('GET', '/api/portfolio/changes')
    const change = feed.changes.at(-1)
    const { seq, entity, id, slug, title, event, product_slug, actor } = change
    expect(bodyOf(receiver.requests[1]!)).toEqual({
      type: 'signal.created',
      timestamp: change.at,
      data: {
        seq,
        entity,
        id,
        slug,
        title,
        event,
        product_slug,
        actor,
        url: `http://ops.test/admin/signals/${signal.id}`,
      },
    })
    expect(receiver.requests[1]!.text).toMatch(/^\{"type":"signal.created","timestamp":/)
    expect(receiver.requests[1]!.text).not.toMatch(/Long text|Fix/)
  })

  it('is signed as the public library verifies', async () => {
    const { id, secret } = await makeWebhook(world, receiver.url)
    await makeSignal(world, { title: 'Signed' })
    await sendUntil(world, () => receiver.requests.length === 1)
    const [{ text, headers }] = receiver.requests as [Received]
    expect(new Verifier(secret).verify(text, headers)).toEqual(JSON.parse(text))
    expect(() => new Verifier(secret).verify(text.replace('Signed', 'signed'), headers)).toThrow()
    const renewed = await transact(world.database.orm, (em) => renewSecret(em, operator, id, world.settings))
    await makeSignal(world, { title: 'Signed twice' })
    await sendUntil(world, () => receiver.requests.length === 2)
    for (const valid of [secret, renewed])
      expect(
        new Verifier(valid).verify(receiver.requests[1]!.text, receiver.requests[1]!.headers),
      ).toBeTruthy()
    await sql(world, `update webhooks set previous_secret_until = now() - interval '1 second'`)
    await makeSignal(world, { title: 'Signed once' })
    await sendUntil(world, () => receiver.requests.length === 3)
    const [, , last] = receiver.requests as [Received, Received, Received]
    expect(new Verifier(renewed).verify(last.text, last.headers)).toBeTruthy()
    expect(() => new Verifier(secret).verify(last.text, last.headers)).toThrow()
  })
})

describe('which changes are sent', () => {
  it('begins after the creation, and sends only chosen events', async () => {
    await makeSignal(world, { title: 'Before' })
    await makeWebhook(world, receiver.url, ['signal.created'])
    await makeProduct(world, { name: 'Other' })
    await makeSignal(world, { title: 'After' })
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(titles(receiver)).toEqual(['After'])
  })

  it('goes on where it stopped when the webhook is switched on again', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    await transact(world.database.orm, (em) => switchWebhook(em, operator, id, 'off'))
    await makeSignal(world, { title: 'While off' })
    await world.sender.sendDue()
    expect(receiver.requests).toEqual([])
    await transact(world.database.orm, (em) => switchWebhook(em, operator, id, 'on'))
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(titles(receiver)).toEqual(['While off'])
  })

  it('repeats the last changes, and loses none, if the position is of another server', async () => {
    await makeWebhook(world, receiver.url)
    await makeSignal(world, { title: 'First' })
    await sendUntil(world, () => receiver.requests.length === 1)
    await sql(world, `update webhooks set cursor = $1`, Buffer.from('1-1-1.5.5.0').toString('base64url'))
    await makeSignal(world, { title: 'Second' })
    await sendUntil(world, () => titles(receiver).includes('Second'))
    expect(titles(receiver).slice(-2)).toEqual(['First', 'Second'])
  })
})

describe('a receiver that does not accept', () => {
  it('gets the same message again later, before those after it', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    receiver.answerWith((response) => response.writeHead(500).end('no'.repeat(400)))
    await makeSignal(world, { title: 'One' })
    await makeSignal(world, { title: 'Two' })
    await sendUntil(world, () => receiver.requests.length === 1)
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
    const [waiting] = await deliveriesOf(world, id)
    expect(waiting).toMatchObject({ result: 'waiting', attempts: 1, status: 500, answer: 'no'.repeat(250) })
    const delay = Date.parse(String(waiting?.next_attempt_at)) - Date.parse(String(waiting?.last_attempt_at))
    expect(delay).toBe(5000)
    receiver.answerWith((response) => response.end())
    await makeDue(world, id)
    await sendUntil(world, () => receiver.requests.length === 3)
    expect(titles(receiver)).toEqual(['One', 'One', 'Two'])
    const [first, second] = receiver.requests as [Received, Received]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  })

  it.each([
    ['redirects', (response) => response.writeHead(302, { location: receiver.url }).end(), /302, a redirect/],
    ['closes the connection', (response) => response.socket?.destroy(), /cannot be reached/],
  ] satisfies [string, Parameters<Receiver['answerWith']>[0], RegExp][])(
    'may be one that %s',
    async (_, answer, why) => {
      const { id } = await makeWebhook(world, receiver.url)
      receiver.answerWith(answer)
      await makeSignal(world)
      await sendUntil(world, () => receiver.requests.length === 1)
      const [delivery] = await deliveriesOf(world, id)
      expect(delivery).toMatchObject({ result: 'waiting', failure: expect.stringMatching(why) })
    },
  )

  it('is given the time that it asks for', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '90' }).end())
    await makeSignal(world)
    await sendUntil(world, () => receiver.requests.length === 1)
    const [delivery] = await deliveriesOf(world, id)
    expect(Date.parse(String(delivery?.next_attempt_at)) - Date.now()).toBeGreaterThan(85_000)
  })

  it('gets nothing more after 410 until the webhook is switched on', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    receiver.answerWith((response) => response.writeHead(410).end())
    await makeSignal(world)
    await makeSignal(world)
    await sendUntil(world, () => receiver.requests.length === 1)
    expect(await webhookRow(world, id)).toMatchObject({
      state: 'off',
      state_reason: expect.stringMatching('410'),
    })
    await makeDue(world, id)
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
    receiver.answerWith((response) => response.end())
    await transact(world.database.orm, (em) => switchWebhook(em, operator, id, 'on'))
    await sendUntil(world, () => receiver.requests.length === 3)
  })

  it('is paused after ten failures in a row over an hour, after the delays of the schedule', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    receiver.answerWith((response) => response.writeHead(503).end())
    await makeSignal(world)
    const delays: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      await makeDue(world, id)
      await sendUntil(world, () => receiver.requests.length === attempt)
      const [delivery] = await deliveriesOf(world, id)
      const ms = Date.parse(String(delivery?.next_attempt_at)) - Date.parse(String(delivery?.last_attempt_at))
      delays.push(ms / 1000)
      if (attempt === 9) {
        expect(await webhookRow(world, id)).toMatchObject({ state: 'on', failures: 9 })
        await sql(world, `update webhooks set failing_since = now() - interval '61 minutes'`)
      }
    }
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3600)
    expect(delays.slice(0, 9)).toEqual([5, 300, 1800, ...hours])
    expect(await webhookRow(world, id)).toMatchObject({
      state: 'paused',
      state_reason: '10 deliveries in a row failed. The receiver answered 503.',
    })
    const [entry] = await sql(
      world,
      `select * from history where record_type = 'webhook' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({ event: 'paused', actor: { type: 'system' } })
  })
})

it('lets two servers send each change once, in order', async () => {
  const other = makeSender(world, world.failures)
  await makeWebhook(world, receiver.url)
  for (let index = 0; index < 10; index++) await makeSignal(world, { title: `Number ${index}` })
  await sendUntil(world, async () => {
    await Promise.all([world.sender.sendDue(), other.sendDue()])
    return receiver.requests.length >= 10
  })
  expect(titles(receiver)).toEqual([...Array(10).keys()].map((index) => `Number ${index}`))
})

it('sends again what another server was sending when it was killed', async () => {
  const { id } = await makeWebhook(world, receiver.url)
  await makeSignal(world, { title: 'Interrupted' })
  const claim = `update webhooks set sender = 'killed', sender_until = now() + interval '30 seconds'`
  await sql(world, claim)
  await world.sender.sendDue()
  expect(receiver.requests).toEqual([])
  await sql(world, `update webhooks set sender_until = now() - interval '1 second'`)
  await sendUntil(world, () => receiver.requests.length === 1)
  expect(await webhookRow(world, id)).toMatchObject({ sender: null, failures: 0 })
})

it('interrupts a request when the server stops, and sends it again', async () => {
  const { id } = await makeWebhook(world, receiver.url)
  receiver.answerWith(() => undefined)
  const stopped = makeSender(world, world.failures)
  await makeSignal(world)
  await expect
    .poll(async () => {
      await stopped.start()
      return receiver.requests.length
    })
    .toBe(1)
  await stopped.stop()
  expect(await deliveriesOf(world, id)).toMatchObject([{ result: 'waiting', attempts: 0 }])
  receiver.answerWith((response) => response.end())
  await sendUntil(world, () => receiver.requests.length === 2)
})
