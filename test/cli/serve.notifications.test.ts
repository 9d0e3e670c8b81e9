import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import { createWebhook } from '../../src/notifications/webhook/writes.ts'
import { makeSignal, makeToken, sql } from '../support/makers.ts'
import { operator } from '../support/people.ts'
import { makeReceiver } from '../support/receiver.ts'
import { makeSubscriber, verifying } from '../support/subscriptions.ts'
import { makeWorld } from '../support/world.ts'
import { serve } from './cli.ts'
import { runHere } from './here.ts'

it('sends each change once from two servers, and again what a killed server was sending', async () => {
  const world = await makeWorld()
  const key = Buffer.alloc(32)
  const environment = { DATABASE_URL: world.url, SECRET_KEY: key.toString('base64') }
  const receiver = await makeReceiver()
  await transact(world.database.orm, (em) =>
    createWebhook(em, operator, { url: receiver.url, events: ['*'] }, { key, isLocal: true }),
  )
  const servers = [await serve(environment), await serve(environment)]
  for (let index = 0; index < 5; index++) await makeSignal(world, { title: `Number ${index}` })
  await expect.poll(() => receiver.requests.length).toBe(5)
  const titles = receiver.requests.map(({ text }) => JSON.parse(text).data.title)
  expect(titles).toEqual([0, 1, 2, 3, 4].map((index) => `Number ${index}`))

  receiver.answerWith(() => undefined)
  await makeSignal(world, { title: 'Interrupted' })
  await expect.poll(() => receiver.requests.length).toBe(6)
  await Promise.all(servers.map(({ end }) => end('SIGKILL')))
  receiver.answerWith((response) => response.end())
  await makeSignal(world, { title: 'While nothing ran' })
  // The claim of the killed server ends after 30 seconds.
  await sql(world, 'update webhooks set sender_until = now()')
  await serve(environment)
  await expect.poll(() => receiver.requests.length).toBe(8)
  const [interrupted, repeated, last] = receiver.requests.slice(5)
  expect(repeated?.headers['webhook-id']).toBe(interrupted?.headers['webhook-id'])
  expect(repeated?.text).toBe(interrupted?.text)
  expect(last?.text).toContain('While nothing ran')
})

it('keeps the subscription of a token over kill -9, and loses no occurrence, until the token is revoked', async () => {
  const world = await makeWorld()
  const environment = { DATABASE_URL: world.url, SECRET_KEY: Buffer.alloc(32).toString('base64') }
  const subscriber = await makeSubscriber()
  const { id, headers } = await makeToken(world, ['read'])
  const first = await serve(environment)
  const subscribed = await fetch(`${first.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'events/subscribe', params: subscriber.request() }),
  })
  expect(await subscribed.json()).toMatchObject({ result: { id: expect.stringMatching(/^sub_/) } })
  subscriber.answerWith(() => undefined)
  await makeSignal(world, { title: 'Interrupted' })
  await expect.poll(() => subscriber.occurrences().length).toBe(1)
  await makeSignal(world, { title: 'Not read yet' })
  await first.end('SIGKILL')
  subscriber.answerWith(verifying())
  await makeSignal(world, { title: 'While nothing ran' })
  await sql(world, 'update webhooks set sender_until = now()')
  await serve(environment)
  await expect.poll(() => subscriber.occurrences().length).toBe(4)
  const sent = subscriber
    .occurrences()
    .map(({ headers: { 'webhook-id': key }, text }) => [key, JSON.parse(text)])
  expect(sent.map(([, { data }]) => data.title)).toEqual([
    'Interrupted',
    'Interrupted',
    'Not read yet',
    'While nothing ran',
  ])
  expect(sent[0]).toEqual(sent[1])
  await sql(world, 'update tokens set revoked_at = now() where id = $1', id)
  await makeSignal(world, { title: 'After the end' })
  await expect.poll(() => sql(world, 'select * from webhooks')).toEqual([])
  expect(subscriber.occurrences()).toHaveLength(4)
})

it('ends within seconds while a receiver does not answer, and leaves the delivery for the next start', async () => {
  const world = await makeWorld()
  const key = Buffer.alloc(32)
  const receiver = await makeReceiver()
  receiver.answerWith(() => undefined)
  await transact(world.database.orm, (em) =>
    createWebhook(em, operator, { url: receiver.url, events: ['*'] }, { key, isLocal: true }),
  )
  const server = await serve({ DATABASE_URL: world.url, SECRET_KEY: key.toString('base64') })
  await makeSignal(world)
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await sql(world, 'select result, attempts from deliveries')).toEqual([
    { result: 'waiting', attempts: 0 },
  ])
  expect(await sql(world, 'select sender from webhooks')).toEqual([{ sender: null }])
})

it('says in one line that the key cannot decrypt what is stored, as doctor does, and answers 503', async () => {
  const world = await makeWorld()
  const [first, other] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const
  const start = (SECRET_KEY: string) => serve({ DATABASE_URL: world.url, SECRET_KEY })
  const keys = '/oauth/jwks'
  const before = await start(first)
  expect((await before.get(keys)).status).toBe(200)
  await before.end('SIGTERM')
  const server = await start(other)
  const warning =
    /^Warning: SECRET_KEY cannot decrypt 1 of the stored secrets, so what needs the key answers 503\. [^\n]+\n$/
  await expect.poll(() => server.child.err).toMatch(warning)
  for (const path of [keys, '/oauth/authorize']) {
    const response = await server.get(path)
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      503,
      { code: 'unavailable', message: 'SECRET_KEY cannot decrypt what is stored.' },
    ])
  }
  expect((await server.get('/health/ready')).status).toBe(200)
  const doctor = await runHere({ DATABASE_URL: world.url, SECRET_KEY: other }, 'doctor')
  expect([doctor.code, doctor.out]).toEqual([
    1,
    expect.stringMatching(/^fail +secret key: SECRET_KEY cannot decrypt 1 of the stored secrets, [^\n]+\.$/m),
  ])
})
