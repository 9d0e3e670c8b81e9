import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import {
  deliveriesOf,
  makeNotificationWorld,
  makeWebhook,
  type NotificationWorld,
  webhookRow,
} from '../../../support/notifications.ts'
import { makePerson } from '../../../support/people.ts'
import { makeReceiver } from '../../../support/receiver.ts'

const page = '/admin/notifications'
const inRussian = { 'accept-language': 'ru' }

let world: NotificationWorld
let admin: Browser
beforeAll(async () => {
  world = await makeNotificationWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
})

/** Creates a webhook, whose address may be one that was allowed once, and sends a test to it. Returns its id. */
async function tried(url: string): Promise<number> {
  const { id } = await makeWebhook(world, 'https://hooks.example.com')
  await sql(world, 'update webhooks set url = $2 where id = $1', id, url)
  await admin.get(page)
  await admin.post(`${page}/webhooks/${id}/test`)
  return id
}

describe('why a delivery failed', () => {
  it('is stored in English and as a phrase, and shown in the language of the person', async () => {
    const id = await tried('https://hooks.example.com:9')
    const [delivery] = await deliveriesOf(world, id)
    expect(delivery).toMatchObject({
      failure: 'The url field must not have the port 9, which HTTP clients never call.',
      failure_phrase: { key: 'validation.addressPort' },
    })
    const shown = async (headers = {}) => (await admin.get(`${page}/webhooks/${id}`, headers)).body
    expect(await shown()).toContain('The URL field must not have the port 9, which HTTP clients never call.')
    expect(await shown(inRussian)).toContain('Поле «URL»: порт 9 не подходит')
  })

  it('keeps what the operating system said as a value', async () => {
    const id = await tried('http://127.0.0.1:2')
    const [delivery] = await deliveriesOf(world, id)
    expect(delivery).toMatchObject({
      failure_phrase: { key: 'notifications.unreachable', values: { cause: expect.any(String) } },
    })
    expect((await admin.get(`${page}/webhooks/${id}`, inRussian)).body).toContain('Получатель недоступен: ')
  })

  it('stays in English if an earlier version stored it', async () => {
    const { id } = await makeWebhook(world, 'https://hooks.example.com/old')
    await sql(
      world,
      `insert into deliveries (webhook_id, message_id, type, body, failure)
       values ($1, 'old', 'signal.created', '{}', 'The receiver answered 403.')`,
      id,
    )
    expect((await admin.get(`${page}/webhooks/${id}`, inRussian)).body).toContain(
      'The receiver answered 403.',
    )
  })
})

describe('why a webhook is paused or off', () => {
  it('is shown in the language of the person, in the notice about failing receivers too', async () => {
    const receiver = await makeReceiver()
    receiver.answerWith((response) => response.writeHead(500).end())
    const { id } = await makeWebhook(world, receiver.url)
    await sql(world, 'delete from deliveries')
    await sql(world, `update webhooks set state = 'off' where id <> $1`, id)
    await sql(
      world,
      `insert into deliveries (webhook_id, message_id, type, body, result, next_attempt_at)
       values ($1, 'one', 'signal.created', '{"cursor":"1"}', 'waiting', now())`,
      id,
    )
    await sql(
      world,
      `update webhooks set failures = 9, failing_since = now() - interval '2 hours' where id = $1`,
      id,
    )
    await world.sender.sendDue()
    expect(await webhookRow(world, id)).toMatchObject({
      state: 'paused',
      state_reason: '10 deliveries in a row failed. The receiver answered 500.',
    })
    const russian = '10 доставок подряд не удались. Получатель ответил 500.'
    for (const path of [page, `${page}/webhooks/${id}`, '/admin'])
      expect((await admin.get(path, inRussian)).body).toContain(russian)
    await admin.post(`${page}/webhooks/${id}/on`)
    expect(await webhookRow(world, id)).toMatchObject({ state_reason: null, state_reason_phrase: null })
  })
})
