import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { renewSecret, switchWebhook } from '../../../../src/notifications/webhook/writes.ts'
import { makeProduct, makeSignal, sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
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

  it('repeats the last changes with their ids, and loses none, if the position is of another server', async () => {
    await makeWebhook(world, receiver.url)
    await makeSignal(world, { title: 'First' })
    await sendUntil(world, () => receiver.requests.length === 1)
    await sql(world, `update webhooks set cursor = $1`, Buffer.from('1-1-1.5.5.0').toString('base64url'))
    await makeSignal(world, { title: 'Second' })
    await sendUntil(world, () => titles(receiver).includes('Second'))
    expect(titles(receiver).slice(-2)).toEqual(['First', 'Second'])
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids.at(-2)).toBe(ids[0])
    expect(new Set(ids).size).toBe(new Set(titles(receiver)).size)
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
