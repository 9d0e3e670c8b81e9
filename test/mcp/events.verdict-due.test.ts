import { beforeAll, beforeEach, expect, it } from 'vitest'
import { daysAfter } from '../../src/record/rules/period.ts'
import { todayIn } from '../../src/record/time-zone.ts'
import { type Browser, formFields, signIn } from '../support/admin.ts'
import { expectBy, makeExpecting, recordDue } from '../support/due-verdicts.ts'
import { followFromNow, resultOf } from '../support/events.ts'
import { makeProduct, makeToken, root, sql } from '../support/makers.ts'
import {
  makeNotificationWorld,
  makeWebhook,
  type NotificationWorld,
  sendUntil,
} from '../support/notifications.ts'
import { makePerson } from '../support/people.ts'
import { textOf } from '../support/proposals-world.ts'
import { makeReceiver } from '../support/receiver.ts'
import { settled } from '../support/settled.ts'
import { makeSubscriber } from '../support/subscriptions.ts'

// The date there is not the date in UTC, at any hour.
const TIME_ZONE = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const name = 'decision.verdict_due'
const today = todayIn(TIME_ZONE)
const yesterday = daysAfter(today, -1)

let world: NotificationWorld
let admin: Browser
beforeAll(async () => {
  world = await makeNotificationWorld({ TIME_ZONE })
  admin = await signIn(world, await makePerson(world, 'admin'))
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})
beforeEach(() => settled(world))
const due = () => recordDue(world, today)

it('is polled once for a decision and a day, in the order of the change feed', async () => {
  const next = await followFromNow(world, name)
  const all = await followFromNow(world, 'record.changed', { entity: 'decision' })
  const { id } = await makeExpecting(world, [yesterday], { title: 'A long story 🧭', product_slug: 'run' })
  await due()
  const later = await makeExpecting(world, [yesterday], { title: 'Later' })
  await due()
  const [first, second] = await next(2)
  expect(first).toEqual({
    eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    name,
    timestamp: expect.stringMatching(/Z$/),
    data: {
      seq: expect.any(Number),
      entity: 'decision',
      id,
      slug: null,
      title: 'A long story 🧭',
      event: 'verdict_due',
      product_slug: 'run',
      actor: { type: 'system', id: null, name: 'system' },
      url: `http://ops.test/admin/decisions/${id}`,
    },
  })
  expect(second.data).toMatchObject({ id: later.id, event: 'verdict_due' })
  const events = (await all(4)).map(({ data }) => [data.id, data.event])
  expect(events).toEqual([
    [id, 'created'],
    [id, 'verdict_due'],
    [later.id, 'created'],
    [later.id, 'verdict_due'],
  ])
  await due()
  await settled(world)
  expect(await next(0)).toEqual([])
})

it('is in the change feed, and says by which day a result was expected', async () => {
  const { id } = await makeExpecting(world, [yesterday])
  await due()
  await settled(world)
  const { changes } = (await world.send('GET', `${root}/changes?entity=decision&limit=200`)).body
  expect(changes.at(-1)).toMatchObject({
    id,
    event: 'verdict_due',
    actor: { type: 'system' },
    changed_fields: [],
    changes: {},
    reason: `A result was expected by ${yesterday}.`,
  })
})

it('is delivered to a subscription of a token once, and to a webhook that an admin lets choose it', async () => {
  const subscriber = await makeSubscriber()
  const { headers } = await makeToken(world, ['read'])
  await resultOf(world, 'events/subscribe', subscriber.request({ name, arguments: {} }), headers)
  const receiver = await makeReceiver()
  await makeWebhook(world, receiver.url, [name])
  const { id } = await makeExpecting(world, [yesterday])
  await due()
  await due()
  await sendUntil(world, () => subscriber.occurrences().length > 0 && receiver.requests.length > 0)
  await settled(world)
  await world.sender.sendDue()
  const [occurrence, ...others] = subscriber.occurrences().map(({ text }) => JSON.parse(text))
  expect(others).toEqual([])
  expect(occurrence).toMatchObject({ name, data: { id, event: 'verdict_due' } })
  expect(receiver.requests.map(({ text }) => JSON.parse(text))).toEqual([
    {
      type: name,
      timestamp: expect.any(String),
      data: expect.objectContaining({ id, event: 'verdict_due' }),
    },
  ])
})

it('can be chosen in the form of a webhook', async () => {
  expect((await admin.get('/admin/notifications')).body).toContain(name)
  const { url } = await makeReceiver()
  const { status } = await admin.post('/admin/notifications/webhooks', { url, events: name })
  expect(status).toBe(201)
  expect(await sql(world, 'select events from webhooks order by id desc limit 1')).toEqual([
    { events: [name] },
  ])
})

it('stands in the history of the decision in words, and cannot be reverted', async () => {
  const { id } = await makeExpecting(world, [yesterday])
  const form = formFields(await admin.get(`/admin/decisions/${id}/edit`))
  await due()
  for (const page of [`/admin/decisions/${id}`, `/admin/activity?entity=decision&record_id=${id}`]) {
    const opened = await admin.get(page)
    expect(textOf(opened), page).toMatch(
      new RegExp(`Verdict due .*by system .*Reason: A result was expected by ${yesterday}\\.`),
    )
  }
  const [entry] = await sql(
    world,
    `select id::int from history where event = 'verdict_due' and record_id = $1`,
    id,
  )
  expect((await admin.get(`/admin/decisions/${id}`)).body).not.toContain(
    `/admin/activity/${entry?.id}/revert`,
  )
  expect((await admin.get(`/admin/activity/${entry?.id}/revert`)).status).toBe(409)
  // A form that was opened before is still of the current version.
  expect((await admin.post(`/admin/decisions/${id}/edit`, { ...form, title: 'Renamed' })).status).toBe(303)
})

it('is neither reviewed nor undone', async () => {
  const { headers } = await makeToken(world, ['read', 'write'])
  const body = {
    title: 'Of an agent',
    direction_slug: 'fitness',
    decision_type: 'scale',
    owner: 'Anna',
    decision: 'Grow.',
    review_at: '2099-01-01',
  }
  const { id } = (await world.send('POST', `${root}/decisions`, body, headers)).body.decision
  const shown = async () => (await admin.get('/admin/review')).body.split('name="ids"').length
  const before = await shown()
  await expectBy(world, id, [yesterday])
  expect(await due()).toBe(1)
  expect(await shown()).toBe(before)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const window = await admin.get(`/admin/activity/undo?actor=system&since=${since}`)
  expect(window.status).toBe(200)
  expect(window.body).not.toContain(`/admin/decisions/${id}`)
})
