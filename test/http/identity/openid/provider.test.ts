import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../support/admin.ts'
import { goTo, type Issuer, startIssuer } from '../../../support/issuer.ts'
import { makeLoggedWorld } from '../../../support/logged-world.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const publicUrl = 'http://127.0.0.1:3998'

let world: World
let issuer: Issuer
let log: Awaited<ReturnType<typeof makeLoggedWorld>>
let person: TestUser

beforeAll(async () => {
  issuer = await startIssuer(publicUrl)
  log = await makeLoggedWorld(issuer.environment)
  world = log.world
  person = await makePerson(world, 'manager')
})

const account = () => ({
  sub: `subject-of-${person.id}`,
  idToken: { email: person.email, email_verified: true },
})

const lastLine = () => log.last()

// Goes to the issuer and back to the address of the callback, which is not opened.
async function comeBack(browser: Browser): Promise<string> {
  issuer.account = account()
  const { pathname, search } = await issuer.visit(await goTo(browser))
  return pathname + search
}

// The cookie of the sign-in whose answer has this address.
const cookieOf = (path: string) => `openid-${new URLSearchParams(path.split('?')[1]).get('state')}`

// Replaces a part of what the browser keeps during the sign-in.
function tamper(browser: Browser, path: string, changes: object): void {
  const cookie = cookieOf(path)
  const { next, pending } = JSON.parse(Buffer.from(browser.cookies.get(cookie) ?? '', 'base64url').toString())
  const changed = JSON.stringify({ next, pending: { ...pending, ...changes } })
  browser.cookies.set(cookie, Buffer.from(changed).toString('base64url'))
}

describe('the answer of the issuer', () => {
  it('is accepted once, and logged with the user', async () => {
    const browser = openBrowser(world)
    const path = await comeBack(browser)
    const kept = browser.cookies.get(cookieOf(path)) ?? ''
    expect((await browser.get(path)).status).toBe(303)
    expect(lastLine()).toMatchObject({ level: 30, msg: 'signed in', user_id: person.id, surface: 'admin' })
    const again = openBrowser(world)
    expect(await again.get(path)).toMatchObject({
      status: 400,
      body: expect.stringContaining('This sign-in is not valid any more'),
    })
    expect(lastLine()).toMatchObject({ level: 40, msg: 'sign-in failed', reason: 'expired' })
    again.cookies.set(cookieOf(path), kept)
    expect((await again.get(path)).status).toBe(400)
    expect(lastLine()).toMatchObject({ reason: 'expired', detail: { error: 'invalid_grant' } })
  })

  it('leads to the page that was wanted when it is reloaded, as long as the session lasts', async () => {
    const browser = openBrowser(world)
    issuer.account = account()
    const { pathname, search } = await issuer.visit(
      await goTo(browser, '/admin/login/oidc?next=%2Fadmin%2Fapps'),
    )
    for (let loads = 0; loads < 3; loads++)
      expect(await browser.get(pathname + search)).toMatchObject({ status: 303, location: '/admin/apps' })
    await browser.get('/admin')
    await browser.post('/admin/logout')
    expect((await browser.get(pathname + search)).status).toBe(400)
  })

  it('is accepted in each of two tabs that started a sign-in, in any order', async () => {
    for (const isReversed of [false, true]) {
      const browser = openBrowser(world)
      const paths = [await comeBack(browser), await comeBack(browser)]
      for (const path of isReversed ? paths.reverse() : paths) {
        expect(await browser.get(path)).toMatchObject({ status: 303, location: '/admin' })
        expect((await browser.get('/admin')).status).toBe(200)
      }
    }
  })

  it('leaves few cookies, however often a sign-in is started', async () => {
    const browser = openBrowser(world)
    for (let starts = 0; starts < 35; starts++)
      await goTo(browser, `/admin/login/oidc?next=/admin/${'x'.repeat(5000)}`)
    expect(browser.cookies.size).toBeLessThan(15)
    for (const value of browser.cookies.values()) expect(value.length).toBeLessThan(4000)
    const path = await comeBack(browser)
    expect((await browser.get(path)).status).toBe(303)
  })

  it('is rejected in another browser, and without the cookie of the sign-in', async () => {
    const [browser, other] = [openBrowser(world), openBrowser(world)]
    const path = await comeBack(browser)
    await goTo(other)
    expect((await other.get(path)).status).toBe(400)
    browser.cookies.set(cookieOf(path), 'not base64 of JSON')
    expect((await browser.get(path)).status).toBe(400)
  })

  it.each([
    ['state', 400],
    ['nonce', 502],
    ['verifier', 400],
  ])('is rejected with another %s', async (name, status) => {
    const browser = openBrowser(world)
    const path = await comeBack(browser)
    tamper(browser, path, { [name]: 'x'.repeat(43) })
    expect((await browser.get(path)).status).toBe(status)
    expect((await browser.get('/admin')).location).toContain('/admin/login')
  })

  it('is rejected if it names another issuer, or none', async () => {
    for (const iss of ['https://evil.example', '']) {
      const browser = openBrowser(world)
      const path = (await comeBack(browser)).replace(/iss=[^&]*/, iss && `iss=${encodeURIComponent(iss)}`)
      expect((await browser.get(path)).status).toBe(502)
    }
  })

  it('is rejected if the ID token is signed by another key', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const fresh = await startIssuer(publicUrl)
    const { keys } = (await (await fetch(`${fresh.url}/jwks`)).json()) as { keys: object[] }
    const forged = { keys: keys.map((key) => ({ ...key, ...publicKey.export({ format: 'jwk' }) })) }
    fresh.answer('/jwks', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(forged))
    })
    const other = await makeLoggedWorld(fresh.environment)
    const { status } = await fresh.signIn(openBrowser(other.world), account())
    expect(status).toBe(502)
    expect(other.last()).toMatchObject({ detail: { message: 'JWT signature verification failed' } })
  })

  it('says that the person cancelled', async () => {
    const browser = openBrowser(world)
    const { searchParams } = new URL(await goTo(browser))
    const answer = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: issuer.url,
    })
    const { status, body } = await browser.get(`/admin/login/oidc/callback?${answer}`)
    expect(status).toBe(403)
    expect(body).toContain('The sign-in was cancelled')
    expect(lastLine()).toMatchObject({ msg: 'sign-in failed', reason: 'cancelled' })
  })
})

it('adds sign-ins and refusals to the history of the user, and to the log without secrets', async () => {
  const { sub, ...claims } = account()
  await issuer.signIn(openBrowser(world), { sub, ...claims })
  await issuer.signIn(openBrowser(world), { sub: 'another', ...claims })
  expect(lastLine()).toMatchObject({
    msg: 'sign-in failed',
    user_id: person.id,
    reason: 'another_account',
    ip: '127.0.0.1',
  })
  const events = () =>
    sql(
      world,
      `select event from history where record_type = 'user' and record_id = $1 order by id`,
      person.id,
    )
  await expect.poll(async () => (await events()).at(-1)).toEqual({ event: 'sign_in_failed' })
  await issuer.signIn(openBrowser(world), {
    sub: 'third',
    idToken: { email: 'stranger@people.test', email_verified: true },
  })
  expect(lastLine()).toMatchObject({ msg: 'sign-in failed', user_id: null, reason: 'unknown_email' })
  for (const secret of ['secret of the client', person.email, 'stranger@', 'eyJ'])
    expect(log.text()).not.toContain(secret)
})

it.each(['client_secret_basic', 'client_secret_post'])('authenticates by %s', async (authentication) => {
  const clientAuthMethods = [authentication]
  const other = await startIssuer(publicUrl, { authentication, clientAuthMethods })
  const own = await makeWorld(other.environment)
  const { email } = await makePerson(own)
  const page = await other.signIn(openBrowser(own), { sub: 'one', idToken: { email, email_verified: true } })
  expect(page.status).toBe(303)
})
