import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { switchChannel } from '../../../../src/notifications/channel/writes.ts'
import { makeProduct, makeRule, makeSignal, makeToken, root, sql } from '../../../support/makers.ts'
import {
  makeChannel,
  makeNotificationWorld,
  makeSender,
  makeWebhook,
  messagesOf,
  type NotificationWorld,
  sendUntil,
  telegram,
} from '../../../support/notifications.ts'
import { operator } from '../../../support/people.ts'
import { makeReceiver, type Receiver } from '../../../support/receiver.ts'
import { settled } from '../../../support/settled.ts'

let world: NotificationWorld
let receiver: Receiver
beforeAll(async () => {
  world = await makeNotificationWorld()
})
beforeEach(async () => {
  await sql(world, 'delete from channels')
  receiver = await makeReceiver()
  world.settings.telegramUrl = receiver.url
})

const make = (input: object) => makeChannel(world, input)
const texts = () => messagesOf(receiver)
const wait = (seconds: number) =>
  sql(world, `update channels set alerted_at = alerted_at - $1 * interval '1 second'`, seconds)
const critical = (title: string, fields = {}) => makeSignal(world, { title, severity: 'critical', ...fields })

describe('a message at once', () => {
  it('is about a critical signal, by its title and product, with a link', async () => {
    await make(telegram)
    const product = await makeProduct(world, { name: 'Scanner' })
    await makeSignal(world, { title: 'Not urgent', severity: 'high' })
    const { id } = await critical('Crashes & <burns>', { product_slug: product.slug })
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(receiver.requests[0]?.url).toBe('/hook/bot1:secret/sendMessage')
    expect(JSON.parse(receiver.requests[0]!.text)).toEqual({
      chat_id: '-100',
      text: `Critical signal: Crashes & <burns> (Scanner)\nhttp://ops.test/admin/signals/${id}`,
      link_preview_options: { is_disabled: true },
    })
  })

  it('is about a signal that turns critical', async () => {
    const { id } = await makeSignal(world, { title: 'It got worse', severity: 'low' })
    await make(telegram)
    await world.send('PATCH', `${root}/signals/${id}`, { severity: 'critical' })
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toMatch(/^Critical signal: It got worse\n/)
  })

  it('is about a proposal that waits', async () => {
    await make(telegram)
    const { headers, name } = await makeToken(world, ['propose'])
    const body = { direction_slug: 'utilities', title: 'Maybe', signal_type: 'risk' }
    const { status, body: answer } = await world.send('POST', `${root}/signals`, body, headers)
    expect(status).toBe(202)
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toBe(
      `Proposal of ${name} waits: Maybe\nhttp://ops.test/admin/proposals/${answer.proposal.id}`,
    )
  })

  it('is about a guard that fails, once', async () => {
    await make(telegram)
    const { id } = await makeRule(world, { title: 'Careful' })
    await sql(
      world,
      `update canon_rules set guard_when = 'true', guard_effect = 'warn', guard_failed_at = now(),
         guard_failure = 'no such field', approved_by = created_by where id = $1`,
      id,
    )
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()).toEqual([
      `The guard of the canon rule "Careful" fails: no such field\nhttp://ops.test/admin/canon-rules/${id}`,
    ])
    await wait(61)
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
  })

  it('is about a webhook that is paused', async () => {
    await make(telegram)
    const broken = await makeReceiver()
    broken.answerWith((response) => response.writeHead(500).end())
    const { id } = await makeWebhook(world, broken.url)
    await makeSignal(world, { severity: 'low' })
    // A sender that finds nothing to send ends the series of failures.
    await settled(world)
    await sql(world, `update webhooks set failures = 9, failing_since = now() - interval '2 hours'`)
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toMatch(/^Webhook 127\.0\.0\.1:\d+ is paused\. 10 deliveries in a row failed\./)
    expect(texts()[0]).toContain(`http://ops.test/admin/notifications/webhooks/${id}`)
    await sql(world, 'delete from webhooks')
  })

  it('is folded: one a minute, with the number of the others', async () => {
    await make(telegram)
    await critical('First')
    await sendUntil(world, () => receiver.requests.length === 1)
    for (const title of ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) await critical(title)
    // The feed waits for every earlier transaction of the server, also those of other tests.
    const feed = async () => JSON.stringify((await world.send('GET', `${root}/changes?limit=200`)).body)
    await expect.poll(feed).toContain('Sixth')
    await wait(50)
    await world.sender.sendDue()
    expect(receiver.requests).toHaveLength(1)
    await wait(11)
    await sendUntil(world, () => receiver.requests.length === 2)
    expect(texts()[1]).toMatch(
      /^Critical signal: Second\nhttp:\/\/ops\.test\/admin\/signals\/\d+\nand 4 more: http:\/\/ops\.test\/admin$/,
    )
  })

  it('says in the language of the channel why a guard fails, and how large a batch is', async () => {
    await make({ ...telegram, language: 'ru' })
    const { id } = await makeRule(world, { title: 'Careful' })
    await sql(
      world,
      `update canon_rules set guard_when = 'true', guard_effect = 'warn', guard_failed_at = now(),
         guard_failure = 'No such key: price', approved_by = created_by where id = $1`,
      id,
    )
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()[0]).toMatch(/^Сбой проверки правила канона «Careful»: Нет такого ключа: price\n/)
    await sql(world, 'update canon_rules set guard_failed_at = null')
    const { headers } = await makeToken(world, ['propose'])
    const body = { direction_slug: 'utilities', title: 'Maybe', signal_type: 'risk' }
    const operations = [{ operation: 'record_signal', body }]
    await world.send('POST', `${root}/batch`, { operations }, headers)
    await wait(61)
    await sendUntil(world, () => receiver.requests.length > 1)
    expect(texts()[1]).toContain('Пакет из 1')
  })

  it('is in the language of the channel, also why a webhook is paused', async () => {
    await make({ ...telegram, language: 'ru' })
    const product = await makeProduct(world, { name: 'Scanner RU' })
    const { id } = await critical('Crashes', { product_slug: product.slug })
    await sendUntil(world, () => receiver.requests.length === 1)
    expect(texts()[0]).toBe(`Критичный сигнал: Crashes (Scanner RU)\nhttp://ops.test/admin/signals/${id}`)
    const broken = await makeReceiver()
    broken.answerWith((response) => response.writeHead(500).end())
    await makeWebhook(world, broken.url)
    await makeSignal(world, { severity: 'low' })
    await settled(world)
    await sql(world, `update webhooks set failures = 11, failing_since = now() - interval '2 hours'`)
    await wait(61)
    await sendUntil(world, () => receiver.requests.length === 2)
    expect(texts()[1]?.split('\n')[0]).toMatch(
      /^Вебхук 127\.0\.0\.1:\d+ приостановлен\. 12 доставок подряд не удались\. Получатель ответил 500\.$/,
    )
    // History keeps the English of the reason.
    const [webhook] = await sql(world, 'select state_reason from webhooks')
    expect(webhook?.state_reason).toBe('12 deliveries in a row failed. The receiver answered 500.')
    await sql(world, 'delete from webhooks')
    for (const title of ['One', 'Two', 'Three']) await critical(title)
    const feed = async () => JSON.stringify((await world.send('GET', `${root}/changes?limit=200`)).body)
    await expect.poll(feed).toContain('Three')
    await wait(61)
    await sendUntil(world, () => receiver.requests.length === 3)
    expect(texts()[2]).toMatch(/^Критичный сигнал: One\n.*\nи ещё 2: http:\/\/ops\.test\/admin$/)
  })

  it('is sent once by two servers, and later if the chat does not accept it', async () => {
    await make(telegram)
    const other = makeSender(world, world.failures)
    receiver.answerWith((response) => response.writeHead(502).end())
    await critical('Bad gateway')
    await sendUntil(world, async () => {
      await Promise.all([world.sender.sendDue(), other.sendDue()])
      return receiver.requests.length > 0
    })
    expect(receiver.requests).toHaveLength(1)
    receiver.answerWith((response) => response.end())
    await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
    await sendUntil(world, () => receiver.requests.length === 2)
    expect(texts()[1]).toBe(texts()[0])
  })

  it('is not sent for what happened while the channel was off', async () => {
    const { id } = await make(telegram)
    const turn = (state: 'on' | 'off') =>
      transact(world.database.orm, (em) => switchChannel(em, operator, id, state, 'UTC'))
    await turn('off')
    await critical('While off')
    await turn('on')
    await critical('While on')
    await sendUntil(world, () => receiver.requests.length > 0)
    expect(texts()).toEqual([expect.stringMatching(/^Critical signal: While on\n.*$/)])
  })
})
