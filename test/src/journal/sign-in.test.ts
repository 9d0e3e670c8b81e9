import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../http/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { transact } from '../../../src/database/transaction.ts'
import { deleteOldSignIns } from '../../../src/journal/sign-in.ts'
import { openBrowser, signIn } from '../../support/admin.ts'
import { loginBody, newAddress } from '../../support/login.ts'
import { sql } from '../../support/makers.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let output = ''
beforeAll(async () => {
  world = await makeWorld()
  const log = new Writable({
    write(chunk, _encoding, done) {
      output += chunk
      done()
    },
  })
  const config = readConfig({
    DATABASE_URL: world.url,
    PUBLIC_URL: 'http://ops.test',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
  })
  const app = await buildApp({ ...world.database, config, isStopping: () => false, log })
  world = { ...world, app }
})

const attemptsOf = ({ id }: TestUser) =>
  sql(
    world,
    `select event, actor->>'type' as by, surface, changes, request_id is not null as has_request from history
     where record_type = 'user' and record_id = $1 and event in ('signed_in', 'sign_in_failed') order by id`,
    id,
  )
const requestToken = (person: TestUser, changes = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: newAddress(),
    payload: loginBody(person, changes),
  })

it('adds sign-ins and failed ones to the history of the user and to the log, without secrets', async () => {
  const person = await makePerson(world)
  await signIn(world, person)
  expect((await requestToken(person)).statusCode).toBe(201)
  expect((await requestToken(person, { password: 'wrong password' })).statusCode).toBe(422)
  const expected = { changes: {}, has_request: true }
  await expect
    .poll(() => attemptsOf(person))
    .toEqual([
      { event: 'signed_in', by: 'user', surface: 'admin', ...expected },
      { event: 'signed_in', by: 'user', surface: 'http', ...expected },
      { event: 'sign_in_failed', by: 'system', surface: 'http', ...expected },
    ])
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.filter(({ user_id }) => user_id === person.id)).toMatchObject([
    { level: 30, msg: 'signed in', surface: 'admin', ip: '127.0.0.1', request_id: expect.any(String) },
    { level: 30, msg: 'signed in', surface: 'http', ip: expect.stringMatching(/^10\.0\./) },
    { level: 40, msg: 'sign-in failed', surface: 'http', ip: expect.stringMatching(/^10\.0\./) },
  ])
  for (const secret of [person.password, 'wrong password', person.email]) expect(output).not.toContain(secret)
})

it('shows them in the activity, to admins only', async () => {
  const [admin, manager] = [await makePerson(world), await makePerson(world, 'manager')]
  const [browser, other] = [await signIn(world, admin), await signIn(world, manager)]
  const { body } = await browser.get(`/admin/activity?entity=user&record_id=${manager.id}`)
  expect(body).toContain('<strong>Signed in</strong>')
  expect((await browser.get(`/admin/users/${manager.id}`)).body).toContain('<strong>Signed in</strong>')
  expect((await other.get('/admin/activity')).body).not.toContain('Signed in')
})

it('logs a failure for an unknown email without the email, and an attempt over the limit', async () => {
  const [browser, address] = [openBrowser(world), newAddress()]
  await browser.get('/admin/login', address)
  for (let count = 0; count < 6; count++)
    await browser.post('/admin/login', { email: 'stranger@people.test', password: 'wrong' }, address)
  const ip = address['x-forwarded-for']
  const ofClient = output.split('\n').filter((line) => line.includes(`"ip":"${ip}"`))
  expect(ofClient.map((line) => JSON.parse(line).msg)).toEqual([
    ...Array(5).fill('sign-in failed'),
    'too many sign-in attempts',
  ])
  expect(output).not.toContain('stranger')
})

it('stores one failure a minute for a user, and all of them for 90 days', async () => {
  const person = await makePerson(world)
  const fail = () => requestToken(person, { password: 'wrong password' })
  const events = async () => (await attemptsOf(person)).map(({ event }) => event)
  await fail()
  await expect.poll(events).toEqual(['sign_in_failed'])
  for (let count = 0; count < 3; count++) await fail()
  await sleep(300)
  expect(await events()).toEqual(['sign_in_failed'])
  const age = (age: string) =>
    sql(world, `update history set created_at = now() - $1::interval where record_id = $2`, age, person.id)
  await age('61 seconds')
  await fail()
  await expect.poll(events).toEqual(['sign_in_failed', 'sign_in_failed'])
  const clean = () => transact(world.database.orm, deleteOldSignIns)
  await age('89 days')
  await clean()
  expect(await events()).toHaveLength(2)
  await age('91 days')
  await clean()
  expect(await events()).toEqual([])
  const others = await sql(world, `select event from history where record_id = $1`, person.id)
  expect(others).toContainEqual({ event: 'created' })
})
