import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../http/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { signIn } from '../../support/admin.ts'
import { onFileFinished } from '../../support/cleanup.ts'
import {
  authorizeUrl,
  callMcp,
  exchange,
  openConsent,
  publicUrl,
  register,
  sendForm,
} from '../../support/oauth.ts'
import { makePerson } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
const secretKey = randomBytes(32)

async function startServer(key: Buffer): Promise<Pick<World, 'app'>> {
  const environment = { DATABASE_URL: world.url, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' }
  const config = readConfig(environment)
  const app = await buildApp({ ...world.database, config, isStopping: () => false, secretKey: key })
  onFileFinished(() => app.close())
  return { app }
}

beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: publicUrl })
})

it('lets two servers of one database, which start at once, serve the steps of one connection in turn', async () => {
  const [one, two] = await Promise.all([startServer(secretKey), startServer(secretKey)])
  const keys = await Promise.all([one, two].map(async ({ app }) => (await app.inject('/oauth/jwks')).json()))
  expect(keys[0]).toEqual(keys[1])
  const { body: client } = await register(one)
  const browser = await signIn(one, await makePerson(world, 'manager'))
  const other = await signIn(two, await makePerson(world))
  const { path } = await openConsent(browser, authorizeUrl(client.client_id))
  // The same browser at the other server.
  other.cookies.clear()
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  const page = await other.get(path)
  expect(page.body).toContain('Allow')
  const { location = '' } = await other.post(path, { decision: 'allow' })
  for (const [name, value] of other.cookies) browser.cookies.set(name, value)
  const answer = await browser.get(location.slice(publicUrl.length))
  const code = new URL(answer.location ?? '').searchParams.get('code') ?? ''
  const { body } = await exchange(two, client.client_id, code)
  expect((await callMcp(one, body.access_token)).statusCode).toBe(200)
  const refresh = {
    grant_type: 'refresh_token',
    client_id: client.client_id,
    refresh_token: body.refresh_token,
  }
  expect((await sendForm(one, '/oauth/token', refresh)).status).toBe(200)
  expect((await sendForm(two, '/oauth/token', refresh)).body.error).toBe('invalid_grant')
})

it('does not use the keys of the database with another secret key', async () => {
  const { app } = await startServer(randomBytes(32))
  expect((await app.inject('/oauth/jwks')).statusCode).toBe(503)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})
