import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import type { NotificationSettings } from '../../src/notifications/settings.ts'
import { markExpired } from '../../src/portfolio/proposal/expire.ts'
import { type Browser, signIn } from '../support/admin.ts'
import { followFromNow, resultOf, rpc } from '../support/events.ts'
import {
  makeApp,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../support/makers.ts'
import { makeSender, sendUntil } from '../support/notifications.ts'
import { connectClient, makeOAuthWorld } from '../support/oauth.ts'
import { makePerson } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { makeSubscriber } from '../support/subscriptions.ts'
import { token, type World } from '../support/world.ts'
import { runStdio } from './stdio.ts'

const host = { host: 'ops.test' }
const environmentToken = { ...host, 'x-portfolio-token': token }
let world: World
let admin: Browser
let proposer: Record<string, string>
beforeAll(async () => {
  world = await makeOAuthWorld()
  admin = await signIn(world, await makePerson(world, 'admin'))
  proposer = { ...host, ...(await makeToken(world, ['read', 'propose'])).headers }
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  await makeProduct(world, { name: 'Walk', direction_slug: 'fitness' })
})
const settingsOf = ({ app }: World) => app.notifications as NotificationSettings
const poll = (params: object, headers = environmentToken) => rpc(world, 'events/poll', { ...params }, headers)
const follow = (name: string, filters = {}, headers: Record<string, string> = environmentToken) =>
  followFromNow(world, name, filters, headers)

describe.each(['2025-11-25', '2026-07-28'] as const)('a client of the revision %s', (era) => {
  const send = (method: string, params = {}) => resultOf(world, method, params, environmentToken, era)

  it('finds the capability by both of its names', async () => {
    const { capabilities } =
      era === '2026-07-28'
        ? await send('server/discover')
        : await send('initialize', {
            protocolVersion: era,
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          })
    expect(capabilities).toMatchObject({ events: {}, extensions: { 'io.modelcontextprotocol/events': {} } })
  })

  it('lists the types of events with their schemas', async () => {
    const { events, nextCursor, resultType } = await send('events/list')
    expect([nextCursor, resultType]).toEqual([undefined, era === '2026-07-28' ? 'complete' : undefined])
    expect(events.map(({ name }: { name: string }) => name)).toEqual([
      'signal.critical',
      'proposal.decided',
      'decision.verdict_due',
      'task.delegated',
      'rule.changed',
      'record.changed',
    ])
    for (const type of events)
      expect(type).toEqual({
        name: expect.any(String),
        description: expect.stringMatching(/\.$/),
        delivery: ['poll', 'webhook'],
        inputSchema: expect.objectContaining({ type: 'object', additionalProperties: false }),
        payloadSchema: expect.objectContaining({
          type: 'object',
          required: expect.arrayContaining(['seq', 'url']),
        }),
      })
    expect(Object.keys(events.at(-1).inputSchema.properties)).toEqual([
      'entity',
      'product_slug',
      'direction_slug',
    ])
  })

  it('polls on from now, and gets each occurrence once', async () => {
    await makeSignal(world)
    await settled(world)
    const params = { name: 'record.changed', arguments: { entity: 'signal' } }
    const first = await send('events/poll', { ...params, cursor: null })
    expect(first).toMatchObject({ events: [], truncated: false, hasMore: false })
    expect(await send('events/poll', { ...params, cursor: '' })).toMatchObject({ truncated: false })
    const { id, created_at } = await makeSignal(world, { product_slug: 'run', title: 'A long story' })
    const next = () => send('events/poll', { ...params, cursor: first.cursor })
    await expect.poll(async () => (await next()).events.length).toBe(1)
    const second = await next()
    expect(second).toMatchObject({
      truncated: false,
      hasMore: false,
      nextPollMs: expect.any(Number),
      events: [
        {
          eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
          name: 'record.changed',
          timestamp: created_at,
          data: {
            seq: expect.any(Number),
            entity: 'signal',
            id,
            slug: null,
            title: 'A long story',
            event: 'created',
            product_slug: 'run',
            actor: { type: 'env_token', id: 'env:1', name: 'env:1' },
            url: `https://ops.test/admin/signals/${id}`,
          },
        },
      ],
    })
    // Nothing else is kept: the same cursor has the same answer.
    expect((await next()).events).toEqual(second.events)
    expect((await send('events/poll', { ...params, cursor: second.cursor })).events).toEqual([])
  })

  it.each([
    ['an unknown name', { name: 'signal.created' }, -32_011, { kind: 'event' }],
    ['no name', {}, -32_602, undefined],
    [
      'an argument that the type does not have',
      { name: 'rule.changed', arguments: { entity: 'signal' } },
      -32_602,
      undefined,
    ],
    [
      'an invalid argument',
      { name: 'record.changed', arguments: { entity: 'proposals' } },
      -32_602,
      undefined,
    ],
    [
      'an unknown product',
      { name: 'record.changed', arguments: { product_slug: 'runn' } },
      -32_602,
      undefined,
    ],
    ['arguments that are not an object', { name: 'rule.changed', arguments: ['x'] }, -32_602, undefined],
    ['a cursor that is not a text', { name: 'rule.changed', cursor: 7 }, -32_602, undefined],
    ['a limit below one', { name: 'rule.changed', maxEvents: 0 }, -32_602, undefined],
    ['a negative age', { name: 'rule.changed', maxAgeMs: -1 }, -32_602, undefined],
  ])('gets an error for %s', async (_title, params, code, data) => {
    const { status, error } = await rpc(world, 'events/poll', params, environmentToken, era)
    expect([status, error]).toEqual([
      200,
      { code, message: expect.stringMatching(/\.$/), ...(data && { data }) },
    ])
  })

  it('gets -32601 for a method that is not served', async () => {
    expect((await rpc(world, 'events/stream', {}, environmentToken, era)).error.code).toBe(-32_601)
  })
})

it('ends a page at maxEvents, and goes on from there without a gap', async () => {
  const params = { name: 'record.changed', arguments: { product_slug: 'walk' } }
  const { cursor: start } = (await poll({ ...params, cursor: null })).result
  for (let index = 0; index < 5; index++) await makeSignal(world, { product_slug: 'walk', title: `${index}` })
  const all = async () => (await poll({ ...params, cursor: start })).result.events
  await expect.poll(async () => (await all()).length).toBe(5)
  const seen: { eventId: string }[] = []
  let page = { cursor: start, hasMore: true, events: [] }
  for (let calls = 0; page.hasMore && calls < 5; calls++) {
    page = (await poll({ ...params, cursor: page.cursor, maxEvents: 2 })).result
    seen.push(...page.events)
  }
  expect(seen.map(({ eventId }) => eventId)).toEqual(
    (await all()).map(({ eventId }: { eventId: string }) => eventId),
  )
  expect(page.hasMore).toBe(false)
})

it.each([
  ['of a product', { product_slug: 'run' }, ['Run', 'Run app']],
  ['of a direction', { direction_slug: 'fitness' }, ['Run', 'Run app', 'Fitness']],
  ['of a kind of record in a direction', { entity: 'app', direction_slug: 'fitness' }, ['Run app']],
])('follows the changes %s, by polls and by a subscription alike', async (_title, filters, titles) => {
  const subscriber = await makeSubscriber()
  settingsOf(world).isLocal = true
  await resultOf(world, 'events/subscribe', subscriber.request({ arguments: filters }), environmentToken)
  const next = await follow('record.changed', filters)
  await makeSignal(world, { title: 'Elsewhere' })
  await makeSignal(world, { title: 'Run', product_slug: 'run' })
  await makeApp(world, { name: 'Run app', product_slug: 'run' })
  await makeSignal(world, { title: 'Fitness', direction_slug: 'fitness' })
  const polled = await next(titles.length)
  expect(polled.map(({ data }) => data.title)).toEqual(titles)
  const sender = makeSender({ ...world, settings: settingsOf(world) })
  await sendUntil({ ...world, sender, failures: [] }, () => subscriber.occurrences().length >= titles.length)
  const sent = subscriber.occurrences().map(({ text }) => JSON.parse(text))
  expect(sent.map(({ cursor: _, ...occurrence }) => occurrence)).toEqual(polled)
  const { delivery } = subscriber.request()
  await resultOf(
    world,
    'events/unsubscribe',
    { name: 'record.changed', arguments: filters, delivery },
    environmentToken,
  )
})

it('starts again from now after a cursor that cannot be served, and says so', async () => {
  const name = 'record.changed'
  const { cursor } = (await poll({ name })).result
  const decoded = Buffer.from(cursor, 'base64url').toString()
  const foreign = Buffer.from(decoded.replace(/^\d+/, '1')).toString('base64url')
  for (const unknown of ['garbage', foreign]) {
    const { result } = await poll({ name, cursor: unknown })
    expect(result).toMatchObject({ events: [], truncated: true, hasMore: false })
    expect((await poll({ name, cursor: result.cursor })).result).toMatchObject({
      events: [],
      truncated: false,
    })
  }
})

it('leaves out occurrences that are older than maxAgeMs, and says so', async () => {
  const filters = { product_slug: (await makeProduct(world)).slug }
  const params = { name: 'record.changed', arguments: filters }
  const { cursor } = (await poll(params)).result
  const next = await follow('record.changed', filters)
  const { id } = await makeSignal(world, filters)
  await makeSignal(world, filters)
  await next(2)
  await sql(
    world,
    `update history set created_at = now() - interval '1 hour' where record_type = 'signal' and record_id = $1`,
    id,
  )
  const recent = (await poll({ ...params, cursor, maxAgeMs: 600_000 })).result
  expect([recent.truncated, recent.events.length]).toEqual([true, 1])
  const all = (await poll({ ...params, cursor, maxAgeMs: 7_200_000 })).result
  expect([all.truncated, all.events.length]).toEqual([false, 2])
})

it('says that a signal was created critical, or turned critical', async () => {
  const next = await follow('signal.critical')
  const created = await makeSignal(world, { severity: 'critical' })
  const raised = await makeSignal(world, { severity: 'high' })
  await world.send('PATCH', `${root}/signals/${raised.id}`, { severity: 'critical' })
  await world.send('PATCH', `${root}/signals/${raised.id}`, { title: 'Still critical' })
  const [first, second, ...others] = await next(2)
  expect([first.data.id, first.data.event, second.data.id, second.data.event]).toEqual([
    created.id,
    'created',
    raised.id,
    'updated',
  ])
  expect(others).toEqual([])
})

it('says that a rule changed', async () => {
  const next = await follow('rule.changed')
  const { id } = await makeRule(world)
  await makeSignal(world)
  expect((await next(1)).map(({ data }) => [data.entity, data.id, data.event])).toEqual([
    ['canon_rule', id, 'created'],
  ])
})

it('says to its proposer alone what became of a proposal', async () => {
  const propose = async () =>
    (
      await world.send(
        'POST',
        `${root}/signals`,
        { title: 'S', signal_type: 'problem', product_slug: 'run' },
        proposer,
      )
    ).body.proposal.id
  const next = await follow('proposal.decided', {}, proposer)
  const other = await makeToken(world, ['read', 'propose'])
  const nextOfOther = await follow('proposal.decided', {}, { ...host, ...other.headers })
  const applied = await propose()
  await admin.post(`/admin/proposals/${applied}/approve`, {})
  const rejected = await propose()
  await admin.post(`/admin/proposals/${rejected}/reject`, { note: 'A secret reason' })
  const asked = await propose()
  expect(await admin.post(`/admin/proposals/${asked}/ask`, { note: 'A secret reason' })).toMatchObject({
    status: 303,
  })
  const expired = await propose()
  await sql(world, 'update proposals set expires_at = now() where id = $1', expired)
  await transact(world.database.orm, (em) => markExpired(em))
  const events = await next(4)
  expect(events.map(({ data }) => [data.entity, data.id, data.event])).toEqual([
    ['proposal', applied, 'applied'],
    ['proposal', rejected, 'rejected'],
    ['proposal', asked, 'changes_wanted'],
    ['proposal', expired, 'expired'],
  ])
  expect(JSON.stringify(events)).not.toContain('secret reason')
  expect(await nextOfOther(0)).toEqual([])
})

it('says to its delegate alone that a task was delegated', async () => {
  const [mine, other] = [
    await makeToken(world, ['read', 'propose']),
    await makeToken(world, ['read', 'write']),
  ]
  const next = await follow('task.delegated', {}, { ...host, ...mine.headers })
  const nextOfOther = await follow('task.delegated', {}, { ...host, ...other.headers })
  const created = await makeTask(world, { delegate_token_id: mine.id })
  const changed = await makeTask(world, { delegate_token_id: other.id })
  await world.send('PATCH', `${root}/tasks/${changed.id}`, { delegate_token_id: mine.id })
  await world.send('PATCH', `${root}/tasks/${changed.id}`, { title: 'Still mine' })
  await world.send('PATCH', `${root}/tasks/${created.id}`, { delegate_token_id: null })
  expect((await next(2)).map(({ data }) => data.id)).toEqual([created.id, changed.id])
  expect((await nextOfOther(1)).map(({ data }) => data.id)).toEqual([changed.id])
})

it('serves the connection of a person', async () => {
  const { access_token } = await connectClient(world, admin)
  const next = await follow(
    'record.changed',
    { entity: 'signal' },
    { ...host, authorization: `Bearer ${access_token}` },
  )
  const { id } = await makeSignal(world)
  expect((await next(1)).map(({ data }) => data.id)).toEqual([id])
})

it('needs a credential with scope read', async () => {
  const { headers } = await makeToken(world, ['write'])
  expect((await rpc(world, 'events/list', {}, host)).status).toBe(401)
  expect((await rpc(world, 'events/list', {}, { ...host, ...headers })).status).toBe(403)
})

it('answers every call with a result or with an error that the protocol has', async () => {
  const text = fc.string({ unit: 'binary' })
  const params = fc.record(
    {
      name: fc.constantFrom('record.changed', 'signal.critical', '__proto__', 'x'),
      arguments: fc.oneof(
        fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 }),
        fc.record({ entity: text, product_slug: text, direction_slug: text }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
      cursor: fc.oneof(text, fc.base64String(), fc.jsonValue()),
      maxAgeMs: fc.oneof(fc.double(), fc.jsonValue()),
      maxEvents: fc.oneof(fc.integer(), fc.jsonValue()),
      ttlMs: fc.oneof(fc.double(), fc.jsonValue()),
      delivery: fc.oneof(
        fc.record({ mode: fc.constantFrom('webhook', 'x'), url: text, secret: text }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  )
  const method = fc.constantFrom('events/list', 'events/poll', 'events/subscribe', 'events/unsubscribe')
  // The body parser rejects the names of prototypes.
  const known = [undefined, -32_602, -32_011, -32_014, -32_700]
  await fc.assert(
    fc.asyncProperty(method, params, async (name, sent) => {
      const { status, error } = await rpc(world, name, sent, environmentToken)
      expect([status, known.includes(error?.code), error]).toEqual([
        error?.code === -32_700 ? 400 : 200,
        true,
        error,
      ])
    }),
    { numRuns: 300 },
  )
})

it('has no events over stdio', async () => {
  const environment = { DATABASE_URL: world.url, PATH: process.env.PATH ?? '' }
  const { answers } = await runStdio(
    [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'events/list' },
    ],
    environment,
  )
  expect(answers[0].result.capabilities).not.toHaveProperty('events')
  expect(answers[1].error.code).toBe(-32_601)
})
