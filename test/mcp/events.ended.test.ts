import { beforeAll, beforeEach, expect, it } from 'vitest'
import { digest } from '../../src/record/token-format.ts'
import { type Browser, signIn } from '../support/admin.ts'
import { resultOf, rpc } from '../support/events.ts'
import { makeSignal, makeToken, sql } from '../support/makers.ts'
import {
  makeNotificationWorld,
  makeSender,
  type NotificationWorld,
  sendUntil,
} from '../support/notifications.ts'
import { connectClient, publicUrl } from '../support/oauth.ts'
import { makePerson, type TestUser } from '../support/people.ts'
import { makeSubscriber, type Subscriber } from '../support/subscriptions.ts'
import { token } from '../support/world.ts'

const host = { host: 'ops.test' }
const page = '/admin/notifications'

let world: NotificationWorld
let admin: Browser
let receiver: Subscriber
beforeAll(async () => {
  world = await makeNotificationWorld({ PUBLIC_URL: publicUrl })
  admin = await signIn(world, await makePerson(world, 'admin'))
})
beforeEach(async () => {
  receiver = await makeSubscriber()
})

type Owner = { headers: Record<string, string>; name: string; id: number; person?: TestUser }

async function tokenOwner(): Promise<Owner> {
  const { id, name, headers } = await makeToken(world, ['read'])
  return { id, name, headers: { ...host, ...headers } }
}

async function connectionOwner(): Promise<Owner> {
  const person = await makePerson(world, 'manager')
  const { access_token } = await connectClient(world, await signIn(world, person))
  const [row] = await sql(world, `select max(id) as id from oauth_records where model = 'Grant'`)
  return {
    id: Number(row?.id),
    name: `Claude (${person.name})`,
    headers: { ...host, authorization: `Bearer ${access_token}` },
    person,
  }
}

const environmentOwner = async (): Promise<Owner> => ({
  id: 0,
  name: 'env:1',
  headers: { ...host, 'x-portfolio-token': token },
})

const kinds = {
  'a token': tokenOwner,
  'a connection': connectionOwner,
  'a token of the environment': environmentOwner,
}
type Kind = keyof typeof kinds

/** Subscribes, and has a delivery that failed wait for its next attempt. Returns the id of the subscription. */
async function waitingSubscription({ headers }: Owner): Promise<string> {
  const { id } = await resultOf(world, 'events/subscribe', receiver.request(), headers)
  receiver.answerWith((response) => response.writeHead(503).end())
  await makeSignal(world)
  await sendUntil(world, () => receiver.occurrences().length === 1)
  await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
  return id
}
const stored = (id: string) => sql(world, 'select * from webhooks where subscription = $1', id)

const update = (table: string, change: string) => (owner: Owner) => sql(world, `${table} ${change}`, owner.id)
async function revokeConnection(id: number) {
  await admin.get('/admin/connections')
  expect(await admin.post(`/admin/connections/${id}/revoke`, {})).toMatchObject({ status: 303 })
}
const ends: [Kind, string, (owner: Owner) => Promise<unknown>][] = [
  ['a token', 'is revoked', update('update tokens', 'set revoked_at = now() where id = $1')],
  ['a token', 'has expired', update('update tokens', 'set expires_at = now() where id = $1')],
  ['a token', 'may no longer read', update('update tokens', `set abilities = '["write"]' where id = $1`)],
  ['a connection', 'is removed', ({ id }) => revokeConnection(id)],
  [
    'a connection',
    'belongs to a person who was blocked',
    ({ person }) => sql(world, `update users set status = 'blocked' where id = $1`, person?.id),
  ],
  [
    'a connection',
    'belongs to a person who may not connect any more',
    ({ person }) => sql(world, `update users set role = 'user' where id = $1`, person?.id),
  ],
  ['a connection', 'has expired', update('update oauth_records', 'set expires_at = now() where id = $1')],
]

it.each(ends)('%s that %s ends its subscription, and no retry is sent', async (kind, _how, end) => {
  const owner = await kinds[kind]()
  const id = await waitingSubscription(owner)
  expect((await admin.get(page)).body).toContain(receiver.url)
  await end(owner)
  expect((await admin.get(page)).body).not.toContain(receiver.url)
  await makeSignal(world)
  await world.sender.sendDue()
  expect([receiver.occurrences().length, await stored(id)]).toEqual([1, []])
})

it('a token that the environment no longer has ends its subscription, even if another has its place', async () => {
  const id = await waitingSubscription(await environmentOwner())
  const sender = (environmentDigests: string[]) =>
    makeSender({ ...world, settings: { ...world.settings, environmentDigests } })
  await sender([digest(token)]).sendDue()
  expect([receiver.occurrences().length, (await stored(id)).length]).toEqual([2, 1])
  await sql(world, `update deliveries set next_attempt_at = now() where result = 'waiting'`)
  await sender([digest('another-token-of-the-environment')]).sendDue()
  expect([receiver.occurrences().length, await stored(id)]).toEqual([2, []])
})

it('a token keeps its subscription on a server without tokens in its environment', async () => {
  const { headers } = await tokenOwner()
  const { id } = await resultOf(world, 'events/subscribe', receiver.request(), headers)
  const settings = { ...world.settings, environmentDigests: [] }
  await makeSender({ ...world, settings }).sendDue()
  expect(await stored(id)).toHaveLength(1)
})

it('a token that is revoked while its address is asked gets no subscription', async () => {
  const { id, headers } = await tokenOwner()
  receiver.answerWith(async (response, { text }) => {
    await sql(world, 'update tokens set revoked_at = now() where id = $1', id)
    response.end(JSON.stringify({ challenge: JSON.parse(text).challenge }))
  })
  const { error } = await rpc(world, 'events/subscribe', receiver.request(), headers)
  expect(error.code).toBe(-32_012)
  expect(await sql(world, 'select * from webhooks where url = $1', receiver.url)).toEqual([])
})

it.each(Object.keys(kinds) as Kind[])(
  'the page of notifications lists the subscription of %s',
  async (kind) => {
    const owner = await kinds[kind]()
    const { id, refreshBefore } = await resultOf(world, 'events/subscribe', receiver.request(), owner.headers)
    const [row] = await stored(id)
    const { body } = await admin.get(page)
    const [, cells = ''] = body.split(receiver.url)
    const listed = cells.slice(0, cells.indexOf('</tr>'))
    for (const text of [
      'record.changed',
      'entity: signal',
      owner.name,
      refreshBefore.slice(0, 4),
      'On',
      `webhooks/${row?.id}/delete`,
    ])
      expect(listed).toContain(text)
    expect(listed).not.toContain('<form')
    const own = await admin.get(`${page}/webhooks/${row?.id}`)
    expect(own.body).toContain(owner.name)
    for (const button of ['Send test', 'New secret', 'Switch off'])
      expect(own.body.slice(own.body.indexOf('<main'))).not.toContain(button)
  },
)

it('an admin deletes a subscription, and cannot test, switch or read it', async () => {
  const { headers } = await tokenOwner()
  const { id } = await resultOf(world, 'events/subscribe', receiver.request(), headers)
  const [row] = await stored(id)
  const address = `${page}/webhooks/${row?.id}`
  await admin.get(page)
  for (const action of ['test', 'secret', 'off'])
    expect((await admin.post(`${address}/${action}`, {})).status).toBe(404)
  expect((await admin.get(`${address}/delete`)).body).toContain('Delete the subscription 127.0.0.1')
  expect((await admin.post(`${address}/delete`, {})).status).toBe(303)
  expect(await stored(id)).toEqual([])
  await makeSignal(world)
  await world.sender.sendDue()
  expect(receiver.occurrences()).toEqual([])
})

it('a subscription takes no place of a webhook of an admin', async () => {
  const { headers } = await tokenOwner()
  await resultOf(world, 'events/subscribe', receiver.request(), headers)
  const [row] = await sql(world, 'select count(*)::int as count from webhooks where subscription is null')
  expect(row?.count).toBe(0)
  const section = (await admin.get(page)).body.split('id="webhooks"')[1]?.split('</section>')[0]
  expect(section).toContain('There is no webhook.')
})
