import { randomBytes } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seal } from '../../src/access/sealed.ts'
import { followFromNow, resultOf, rpc } from '../support/events.ts'
import { atOnce, makeSignal, makeToken, sql } from '../support/makers.ts'
import {
  deliveriesOf,
  makeNotificationWorld,
  makeSender,
  type NotificationWorld,
  sendUntil,
} from '../support/notifications.ts'
import { makeReceiver, type Received, type Receiver } from '../support/receiver.ts'
import { statementsOf } from '../support/statements.ts'
import { makeSubscriber, newSecret, type Subscriber, verifying } from '../support/subscriptions.ts'
import { makeWorld } from '../support/world.ts'

type Headers = Record<string, string>

let world: NotificationWorld
let receiver: Subscriber
let owner: Headers
beforeAll(async () => {
  world = await makeNotificationWorld()
})
beforeEach(async () => {
  receiver = await makeSubscriber()
  owner = (await makeToken(world, ['read'])).headers
})

const request = (...changes: Parameters<Subscriber['request']>) => receiver.request(...changes)
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
const subscribe = (params = request(), headers = owner) =>
  resultOf(world, 'events/subscribe', params, headers)
const occurrences = () => receiver.occurrences()
const verifications = () => receiver.requests.length - occurrences().length
const delivered = (count: number) => sendUntil(world, () => occurrences().length >= count)
const rowOf = async (id: string) =>
  (await sql(world, 'select * from webhooks where subscription = $1', id))[0]
const storedAt = (url: string) => sql(world, 'select * from webhooks where url = $1', url)

it.each(['2025-11-25', '2026-07-28'] as const)(
  'delivers what a poll returns, signed with the secret of the client, in the revision %s',
  async (era) => {
    const params = request()
    const next = await followFromNow(world, params.name, params.arguments, owner)
    const subscribed = await resultOf(world, 'events/subscribe', params, owner, era)
    expect(subscribed).toMatchObject({
      id: expect.stringMatching(/^sub_[0-9a-f]{32}$/),
      refreshBefore: isoTime,
      cursor: expect.any(String),
      truncated: false,
    })
    expect(subscribed).not.toHaveProperty('deliveryStatus')
    await makeSignal(world)
    const [polled] = await next(1)
    await delivered(1)
    const [{ headers, text }] = occurrences() as [Received]
    expect(new Verifier(params.delivery.secret).verify(text, headers)).toEqual({
      ...polled,
      cursor: expect.any(String),
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': polled.eventId,
      'x-mcp-subscription-id': subscribed.id,
    })
    const { cursor } = JSON.parse(text)
    expect((await resultOf(world, 'events/poll', { ...params, cursor }, owner)).events).toEqual([])
    // The cursor of the subscription begins before it.
    const { events } = await resultOf(world, 'events/poll', { ...params, cursor: subscribed.cursor }, owner)
    expect(events).toEqual([polled])
  },
)

it('asks the address first, signed and headed like a delivery', async () => {
  const params = request()
  const { id } = await subscribe(params)
  const [{ headers, text }] = receiver.requests as [Received]
  expect(new Verifier(params.delivery.secret).verify(text, headers)).toEqual({
    type: 'verification',
    challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(headers['webhook-id']).toMatch(/^msg_verification_/)
  expect(headers['x-mcp-subscription-id']).toBe(id)
})

describe('of an address that does not verify', () => {
  const closed = async () => {
    const { url } = await makeReceiver()
    return url.replace(/:\d+/, ':1024')
  }
  const answers: [
    string,
    string,
    (response: Parameters<Parameters<Receiver['answerWith']>[0]>[0]) => void,
  ][] = [
    ['another challenge', 'challenge_failed', (response) => response.end('{"challenge":"0"}')],
    ['no JSON', 'challenge_failed', (response) => response.end('A secret of the receiver')],
    ['a challenge that is not a text', 'challenge_failed', (response) => response.end('{"challenge":{}}')],
    ['an error', 'challenge_failed', (response) => response.writeHead(500).end('A secret of the receiver')],
    ['a redirect', 'challenge_failed', (response) => response.writeHead(302, { location: '/hook' }).end()],
    ['no answer', 'connection_refused', (response) => response.destroy()],
  ]
  it.each(answers)('it stores nothing: %s', async (_title, reason, answer) => {
    receiver.answerWith(answer)
    const { status, error } = await rpc(world, 'events/subscribe', request(), owner)
    expect([status, error.code, error.data]).toEqual([200, -32_015, { reason }])
    expect(JSON.stringify(error)).not.toContain('secret of')
    expect(await storedAt(receiver.url)).toEqual([])
  })

  it('it says that nothing listens', async () => {
    const url = await closed()
    const { error } = await rpc(world, 'events/subscribe', request({}, { url }), owner)
    expect([error.code, error.data]).toEqual([-32_015, { reason: 'connection_refused' }])
  })
})

it.each([
  ['an unknown event', { name: 'signal.created' }, {}, -32_011, { kind: 'event' }],
  ['an argument that the type does not have', { arguments: { title: 'x' } }, {}, -32_602, undefined],
  ['another mode', {}, { mode: 'stream' }, -32_014, { feature: 'deliveryMode', value: 'stream' }],
  ['no mode', {}, { mode: undefined }, -32_602, undefined],
  ['no URL', {}, { url: undefined }, -32_602, undefined],
  ['a malformed URL', {}, { url: 'https:/x' }, -32_602, undefined],
  ['a fragment', {}, { url: 'https://example.com/hook#one' }, -32_602, undefined],
  ['http', {}, { url: 'http://example.com/hook' }, -32_602, undefined],
  ['a private address', {}, { url: 'https://10.0.0.1/hook' }, -32_602, undefined],
  ['no secret', {}, { secret: undefined }, -32_602, undefined],
  ['a secret without its prefix', {}, { secret: randomBytes(32).toString('base64') }, -32_602, undefined],
  ['a secret that is not base64', {}, { secret: `whsec_${'-'.repeat(40)}` }, -32_602, undefined],
  ['a short secret', {}, { secret: newSecret(23) }, -32_602, undefined],
  ['a long secret', {}, { secret: newSecret(65) }, -32_602, undefined],
  ['a negative age', { maxAgeMs: -1 }, {}, -32_602, undefined],
])('rejects %s, before anything is sent', async (_title, changes, delivery, code, data) => {
  const params = request(changes, delivery)
  const { status, error } = await rpc(world, 'events/subscribe', params, owner)
  expect([status, error.code, error.data]).toEqual([200, code, data])
  expect(JSON.stringify(error)).not.toContain(params.delivery.secret ?? 'whsec')
  expect(receiver.requests).toEqual([])
})

it.each([24, 64])('accepts a secret of %i bytes', async (bytes) => {
  await subscribe(request({}, { secret: newSecret(bytes) }))
})

it('grants at most seven days, and at least ten seconds', async () => {
  const granted = async (changes: object) =>
    Math.round((Date.parse((await subscribe(request(changes))).refreshBefore) - Date.now()) / 1000)
  const week = 7 * 86_400
  for (const [ttlMs, seconds] of [
    [undefined, week],
    [null, week],
    [8 * 86_400_000, week],
    [3_600_000, 3600],
    [0, 10],
  ])
    expect(Math.abs((await granted({ ttlMs })) - Number(seconds))).toBeLessThan(5)
})

it('refreshes a subscription: one row, the same id, no question, and both secrets for a while', async () => {
  const params = request()
  const first = await subscribe(params)
  const secret = newSecret()
  const second = await subscribe({
    ...params,
    delivery: { ...params.delivery, secret },
    ttlMs: 60_000,
  } as typeof params)
  expect(second).toMatchObject({
    id: first.id,
    refreshBefore: isoTime,
    cursor: first.cursor,
    truncated: false,
    deliveryStatus: { active: true, lastDeliveryAt: null, lastError: null },
  })
  expect(Date.parse(second.refreshBefore)).toBeLessThan(Date.parse(first.refreshBefore))
  expect([await storedAt(receiver.url), verifications()]).toMatchObject([{ length: 1 }, 1])
  await makeSignal(world)
  await delivered(1)
  const [{ headers, text }] = occurrences() as [Received]
  for (const valid of [params.delivery.secret, secret]) new Verifier(valid).verify(text, headers)
  await sql(world, `update webhooks set previous_secret_until = now() where subscription = $1`, first.id)
  await makeSignal(world)
  await delivered(2)
  const [, later] = occurrences() as [Received, Received]
  expect(() => new Verifier(params.delivery.secret).verify(later.text, later.headers)).toThrow()
  new Verifier(secret).verify(later.text, later.headers)
})

it('keeps the secret encrypted, and out of every answer and log', async () => {
  const params = request()
  const secret = params.delivery.secret.slice('whsec_'.length)
  expect(JSON.stringify(await subscribe(params))).not.toContain(secret)
  expect(JSON.stringify(await storedAt(receiver.url))).not.toContain(secret)
  expect(JSON.stringify(await sql(world, 'select * from history'))).not.toContain(secret)
  await expect.poll(() => sql(world, `select * from request_logs where path = '/mcp'`)).not.toEqual([])
  expect(JSON.stringify(await sql(world, 'select * from request_logs'))).not.toContain(secret)
})

it('has one subscription for each address and each set of arguments, and asks an address once', async () => {
  const { id } = await subscribe()
  const others = [
    await subscribe(request({ arguments: {} })),
    await subscribe(request({ name: 'signal.critical', arguments: {} })),
    await subscribe(request({}, { url: `${receiver.url}?2` })),
  ]
  expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(4)
  expect(verifications()).toBe(2)
  expect((await subscribe(request({ arguments: { entity: 'signal' } }))).id).toBe(id)
})

it('has 20 subscriptions of a credential, and asks no address for one more', async () => {
  const at = (index: number) =>
    rpc(world, 'events/subscribe', request({}, { url: `${receiver.url}?${index}` }), owner)
  const answers = await atOnce(24, at)
  const rejected = answers.filter(({ error }) => error)
  expect(rejected.map(({ error }) => [error.code, error.data])).toEqual(
    Array(4).fill([-32_013, { limit: 'subscriptions', max: 20 }]),
  )
  const asked = verifications()
  expect((await at(99)).error.code).toBe(-32_013)
  expect(verifications()).toBe(asked)
  // A refresh is not one more, and another credential counts for itself.
  const taken = answers.findIndex(({ error }) => !error)
  expect((await at(taken)).error).toBeUndefined()
  await subscribe(request(), (await makeToken(world, ['read'])).headers)
})

it('stores one subscription when it is asked for several times at once', async () => {
  const answers = await atOnce(5, () => subscribe())
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await storedAt(receiver.url)).toHaveLength(1)
})

it('ends a subscription by its key, and answers the same if there is none', async () => {
  const params = request()
  const { id } = await subscribe(params)
  const other = (await makeToken(world, ['read'])).headers
  const end = (changes: object, headers = owner) =>
    resultOf(world, 'events/unsubscribe', { ...params, ...changes }, headers)
  for (const [changes, headers] of [
    [{}, other],
    [{ arguments: {} }, owner],
    [{ name: 'rule.changed' }, owner],
    [{ delivery: { url: `${receiver.url}?2` } }, owner],
    [{ id, name: 'nothing' }, owner],
  ] as [object, Headers][]) {
    expect(await end(changes, headers)).toEqual({ resultType: 'complete', _meta: expect.anything() })
    expect(await storedAt(receiver.url)).toHaveLength(1)
  }
  await end({ delivery: { url: receiver.url } })
  expect(await storedAt(receiver.url)).toEqual([])
  expect((await rpc(world, 'events/unsubscribe', { name: params.name }, owner)).error.code).toBe(-32_602)
})

it('asks an address again for another credential, whose subscription is another', async () => {
  const params = request()
  const { id } = await subscribe(params)
  const other = await subscribe(params, (await makeToken(world, ['read'])).headers)
  expect([other.id === id, verifications()]).toEqual([false, 2])
})

it.each([410, 413])(
  'gives up one occurrence that is answered with %i, and goes on with the next',
  async (status) => {
    const { id } = await subscribe()
    receiver.answerWith(verifying(status))
    await makeSignal(world)
    await delivered(1)
    receiver.answerWith(verifying())
    await makeSignal(world)
    await delivered(2)
    await world.sender.sendDue()
    const row = await rowOf(id)
    expect([row?.state, row?.last_error]).toEqual(['on', null])
    expect((await deliveriesOf(world, Number(row?.id))).map(({ result }) => result)).toEqual([
      'failed',
      'delivered',
    ])
    expect(new Set(occurrences().map(({ text }) => JSON.parse(text).eventId)).size).toBe(2)
  },
)

it('repeats an occurrence that failed, and sends no later one before it', async () => {
  const { id } = await subscribe()
  receiver.answerWith(verifying(503))
  await makeSignal(world, { title: 'First' })
  await delivered(1)
  await makeSignal(world, { title: 'Second' })
  await world.sender.sendDue()
  const { deliveryStatus, cursor } = await subscribe()
  expect(deliveryStatus).toEqual({
    active: true,
    lastDeliveryAt: null,
    lastError: 'http_5xx',
    failedSince: isoTime,
  })
  // What still waits comes again after this cursor.
  const poll = { name: 'record.changed', arguments: { entity: 'signal' }, cursor }
  const replayed = async () => (await resultOf(world, 'events/poll', poll, owner)).events.length
  await expect.poll(replayed).toBe(2)
  receiver.answerWith(verifying())
  await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
  await delivered(3)
  const sent = occurrences().map(({ headers, text }) => [headers['webhook-id'], JSON.parse(text).data.title])
  expect(sent.map(([, title]) => title)).toEqual(['First', 'First', 'Second'])
  expect(sent[0]).toEqual(sent[1])
  expect((await subscribe()).deliveryStatus).toMatchObject({
    lastDeliveryAt: isoTime,
    lastError: null,
  })
  expect((await rowOf(id))?.failing_since).toBe(null)
})

it('resumes deliveries that were paused when it is refreshed', async () => {
  const { id } = await subscribe()
  receiver.answerWith(verifying(404))
  await makeSignal(world)
  await delivered(1)
  await sql(
    world,
    `update webhooks set failures = 9, failing_since = now() - interval '2 hours' where subscription = $1`,
    id,
  )
  await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
  await delivered(2)
  await expect.poll(async () => (await rowOf(id))?.state).toBe('paused')
  receiver.answerWith(verifying())
  expect((await subscribe()).deliveryStatus).toMatchObject({ active: false, lastError: 'http_4xx' })
  await delivered(3)
  expect((await subscribe()).deliveryStatus.active).toBe(true)
})

it('begins after a cursor, without what is older than maxAgeMs, and says what it cannot serve', async () => {
  const { cursor } = await resultOf(world, 'events/poll', { ...request(), cursor: null }, owner)
  const next = await followFromNow(world, 'record.changed', { entity: 'signal' }, owner)
  const { id } = await makeSignal(world, { title: 'Old' })
  await makeSignal(world, { title: 'Young' })
  await next(2)
  await sql(
    world,
    `update history set created_at = now() - interval '1 hour' where record_type = 'signal' and record_id = $1`,
    id,
  )
  expect(await subscribe(request({ cursor }))).toMatchObject({ cursor, truncated: false })
  await delivered(2)
  const young = request({ cursor, maxAgeMs: 600_000 }, { url: `${receiver.url}?2` })
  expect(await subscribe(young)).toMatchObject({ cursor, truncated: true })
  await delivered(3)
  const lost = await subscribe(request({ cursor: 'garbage' }, { url: `${receiver.url}?3` }))
  expect([lost.truncated, lost.cursor === 'garbage']).toEqual([true, false])
  await world.sender.sendDue()
  expect(occurrences().map(({ url, text }) => [url, JSON.parse(text).data.title])).toEqual([
    ['/hook', 'Old'],
    ['/hook', 'Young'],
    ['/hook?2', 'Young'],
  ])
})

it('goes on after a restart, by another server', async () => {
  await subscribe()
  await makeSignal(world)
  await world.sender.stop()
  const restarted = { ...world, sender: makeSender(world) }
  await sendUntil(restarted, () => occurrences().length === 1)
  world = restarted
})

it('costs no query of its own while nothing changes', async () => {
  const idle = async () => {
    for (let turn = 0; turn < 3; turn++) await world.sender.sendDue()
    return (await statementsOf(() => world.sender.sendDue())).length
  }
  await subscribe()
  const before = await idle()
  for (let index = 0; index < 5; index++) await subscribe(request({}, { url: `${receiver.url}?${index}` }))
  // The change feed may be late while another transaction of the cluster runs.
  await expect.poll(idle).toBe(before)
  await makeSignal(world)
  await delivered(6)
})

it('ends when its term ends', async () => {
  const { id } = await subscribe()
  await sql(world, `update webhooks set expires_at = now() where subscription = $1`, id)
  await makeSignal(world)
  await world.sender.sendDue()
  expect([await rowOf(id), occurrences()]).toEqual([undefined, []])
})

it('says that SECRET_KEY cannot decrypt a stored secret, until the subscription is deleted', async () => {
  const { id } = await subscribe()
  const row = await rowOf(id)
  const asked = receiver.requests.length
  const sealed = seal(randomBytes(32), 'webhook', newSecret())
  await sql(world, 'update webhooks set secret = $2 where subscription = $1', id, sealed)
  await makeSignal(world)
  const attempts = async () => (await deliveriesOf(world, Number(row?.id))).map(({ attempts }) => attempts)
  await sendUntil(world, async () => (await attempts()).length > 0)
  const [delivery] = await deliveriesOf(world, Number(row?.id))
  expect(delivery).toMatchObject({
    attempts: 1,
    failure:
      'The secret cannot be decrypted, because SECRET_KEY has changed. Delete it: its owner subscribes again.',
  })
  // It waits for its next attempt, and no error of the sender is unexpected.
  await world.sender.sendDue()
  expect([await attempts(), world.failures]).toEqual([[1], []])
  const other = (await makeToken(world, ['read'])).headers
  for (const [params, headers] of [
    [request(), owner],
    [request({}, { url: `${receiver.url}?2` }), other],
  ] as const) {
    const { status, error } = await rpc(world, 'events/subscribe', params, headers)
    expect([status, error.code, error.message]).toEqual([
      200,
      -32_603,
      'SECRET_KEY cannot decrypt what is stored.',
    ])
    expect(error.data.next).toContain('portfolio-ops doctor')
  }
  expect(receiver.requests.length).toBe(asked)
  await sql(world, 'delete from webhooks where subscription = $1', id)
  await subscribe()
})

it('needs SECRET_KEY: without it a subscription is not supported, and polls are', async () => {
  const plain = await makeWorld()
  const { error } = await rpc(plain, 'events/subscribe', request())
  expect([error.code, error.data]).toEqual([-32_014, { feature: 'deliveryMode', value: 'webhook' }])
  const { events } = await resultOf(plain, 'events/list')
  expect(events[0].delivery).toEqual(['poll'])
})
