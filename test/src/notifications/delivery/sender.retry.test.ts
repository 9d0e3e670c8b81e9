import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { switchWebhook } from '../../../../src/notifications/webhook/writes.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
  makeDue,
  makeNotificationWorld,
  makeSender,
  makeWebhook,
  type NotificationWorld,
  sendUntil,
  webhookRow,
} from '../../../support/notifications.ts'
import { operator } from '../../../support/people.ts'
import { makeReceiver, type Received, type Receiver } from '../../../support/receiver.ts'

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

describe('a receiver with an unexpected error', () => {
  const faults = {
    'whose message cannot be made': `update webhooks set events = '0' where id = $1`,
    'whose message cannot be sent': `update webhooks set url = 'no URL' where id = $1`,
  }
  it.each(Object.entries(faults))('%s stops no other, and rests', async (_, fault) => {
    const failures: unknown[] = []
    const sender = makeSender(world, failures)
    const broken = await makeWebhook(world, receiver.url)
    const { id } = await makeWebhook(world, receiver.url)
    await sql(world, fault, broken.id)
    await makeSignal(world, { title: 'Healthy' })
    await expect
      .poll(async () => {
        await sender.sendDue()
        return titles(receiver)
      })
      .toEqual(['Healthy'])
    expect(failures).toHaveLength(1)
    expect(await deliveriesOf(world, id)).toMatchObject([{ result: 'delivered' }])
    const rest = async () => {
      const { failing_since, sender_until, ...row } = await webhookRow(world, broken.id)
      expect(row).toMatchObject({ sender: null })
      return (Date.parse(String(sender_until)) - Date.now()) / 1000
    }
    expect(await rest()).toBeGreaterThan(20)
    // The longer it fails, the longer it rests, at most ten minutes.
    await sql(
      world,
      `update webhooks set sender_until = null, failing_since = now() - interval '1 day' where id = $1`,
      broken.id,
    )
    await sender.sendDue()
    expect(failures).toHaveLength(2)
    expect(Math.round((await rest()) / 60)).toBe(10)
  })

  it('does not fail any more when nothing waits for it', async () => {
    const { id } = await makeWebhook(world, receiver.url)
    await sql(world, `update webhooks set failing_since = now() - interval '1 day'`)
    await world.sender.sendDue()
    expect(await webhookRow(world, id)).toMatchObject({ failing_since: null })
  })
})
