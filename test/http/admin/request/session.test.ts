import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { newAddress } from '../../../support/login.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
let person: TestUser
beforeAll(async () => {
  world = await makeWorld({ TRUST_PROXY: '127.0.0.1' })
  admin = await signIn(world, await makePerson(world))
  person = await makePerson(world, 'user')
})

const loginOf = ({ email, password }: TestUser) => ({ email, password })

/** Returns the status of the account page with these cookies. */
async function statusWith(cookies: Map<string, string>): Promise<number> {
  const browser = openBrowser(world)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return (await browser.get('/admin/account')).status
}

describe('the login', () => {
  it('leads a user, who sees no dashboard, to the account', async () => {
    const browser = openBrowser(world)
    await browser.get('/admin/login')
    const { location } = await browser.post('/admin/login', loginOf(person), newAddress())
    expect(location).toBe('/admin/account')
    expect((await browser.get('/admin/account')).status).toBe(200)
    // The root of the server leads to the dashboard.
    const next = await browser.get('/admin/login?next=%2Fadmin')
    expect(next.location).toBe('/admin/account')
  })

  it.each([
    ['/admin/products?sort=name&page=2', true],
    ['/admin', true],
    ['//evil.test', false],
    ['https://evil.test/admin', false],
    ['/admin\\evil.test', false],
    ['/admin/..//evil.test', false],
    ['/admin/../x', false],
    ['/admin/%2e%2e/x', false],
    ['/admin/\\evil.test', false],
    ['/adminevil', false],
    ['/admin/login?next=/admin', false],
    ['/admin/logout', false],
  ])('leads to %s only if that is a page of ours', async (next, isOwn) => {
    const { location } = await admin.get(`/admin/login?${new URLSearchParams({ next })}`)
    expect(location).toBe(isOwn ? next : '/admin')
  })

  it('starts a new session and ends the one before', async () => {
    const browser = await signIn(world, person)
    const before = new Map(browser.cookies)
    await browser.get('/admin/account')
    await browser.post('/admin/login', loginOf(person), newAddress())
    expect(browser.cookies.get('session')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get('session')).not.toBe(before.get('session'))
    expect([await statusWith(before), await statusWith(browser.cookies)]).toEqual([303, 200])
  })

  it('replaces a secret that was planted in the browser', async () => {
    const planted = 'a'.repeat(43)
    const browser = openBrowser(world)
    browser.cookies.set('session', planted)
    await browser.get('/admin/login')
    await browser.post('/admin/login', loginOf(person), newAddress())
    expect(browser.cookies.get('session')).not.toBe(planted)
    expect(await statusWith(new Map([['session', planted]]))).toBe(303)
  })

  it('leads back to the page of a form whose session expired', async () => {
    const next = async (referer: string) =>
      (await openBrowser(world).post('/admin/products/1/favorite', {}, { referer })).location
    expect(await next('http://ops.test/admin/products?page=2')).toBe(
      '/admin/login?next=%2Fadmin%2Fproducts%3Fpage%3D2',
    )
    for (const referer of ['http://ops.test/docs', 'https://evil.test//evil.test', 'no address'])
      expect(await next(referer)).toBe('/admin/login?next=%2Fadmin%2Fproducts%2F1%2Ffavorite')
  })

  it('rejects a wrong password and an unknown email with the same message, and is limited', async () => {
    const browser = openBrowser(world)
    await browser.get('/admin/login')
    const address = newAddress()
    const attempt = (email: string) => browser.post('/admin/login', { email, password: 'wrong' }, address)
    const [known, unknown] = [await attempt(person.email), await attempt('nobody@people.test')]
    expect([known.status, unknown.status]).toEqual([422, 422])
    expect(/<p class="error"[^>]*>[^<]*/.exec(unknown.body)?.[0]).toBe(
      /<p class="error"[^>]*>[^<]*/.exec(known.body)?.[0],
    )
    for (const _ of [2, 3, 4, 5]) await attempt(person.email)
    const { status, body, headers } = await attempt(person.email)
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect(body).toContain('<h1>Too Many Attempts.</h1>')
  })
})

describe('a session', () => {
  it('ends at the sign out', async () => {
    const browser = await signIn(world, await makePerson(world, 'user'))
    const { headers } = await browser.get('/admin/account')
    expect(headers['cache-control']).toBe('no-store')
    const before = new Map(browser.cookies)
    expect((await browser.post('/admin/logout')).location).toBe('/admin/login')
    expect([browser.cookies.has('session'), await statusWith(before)]).toEqual([false, 303])
  })

  it('ends with a new password, which the browser that set it survives', async () => {
    const one = await makePerson(world, 'user')
    const [browser, other] = [await signIn(world, one), await signIn(world, one)]
    await browser.get('/admin/account')
    const before = new Map(browser.cookies)
    const wrong = await browser.post('/admin/account', { current_password: 'x', password: 'a new password' })
    expect([
      wrong.status,
      /id="field-current_password"[^>]*aria-describedby="error-current_password"/.test(wrong.body),
    ]).toEqual([422, true])
    await browser.post('/admin/account', { current_password: one.password, password: 'a new password' })
    const statuses = [before, other.cookies, browser.cookies].map(statusWith)
    expect(await Promise.all(statuses)).toEqual([303, 303, 200])
  })

  it.each([
    ['last_used_at', '59 minutes', '61 minutes'],
    ['created_at', '11 hours 59 minutes', '12 hours 1 minute'],
  ])('ends with the limit of %s', async (column, within, past) => {
    const browser = await signIn(world, await makePerson(world, 'user'))
    const statusAfter = async (age: string) => {
      await sql(world, `update sessions set ${column} = now() - $1::interval`, age)
      return statusWith(browser.cookies)
    }
    expect([await statusAfter(within), await statusAfter(past)]).toEqual([200, 303])
    await sql(world, `update sessions set ${column} = now()`)
  })

  it('is listed in the account of its user, who can end it there', async () => {
    const one = await makePerson(world, 'user')
    const [here, there] = [await signIn(world, one), await signIn(world, one)]
    const [, end = ''] = /href="([^"]+\/end)"/.exec((await here.get('/admin/account')).body) ?? []
    await admin.get('/admin/account')
    expect([(await admin.get(end)).status, (await admin.post(end)).status]).toEqual([404, 404])
    expect((await here.get(end)).body).toContain('<button class="danger">End</button>')
    expect(await statusWith(there.cookies)).toBe(200)
    expect((await here.post(end)).location).toBe('/admin/account')
    expect([await statusWith(there.cookies), await statusWith(here.cookies)]).toEqual([303, 200])
    expect((await here.get('/admin/account')).body).not.toContain('/end"')
  })

  it('ends when the user is blocked', async () => {
    const one = await makePerson(world, 'manager')
    const browser = await signIn(world, one)
    await admin.get(`/admin/users/${one.id}/edit`)
    const { name, email } = one
    const fields = { name, email, role: 'manager', status: 'blocked' }
    expect((await admin.post(`/admin/users/${one.id}/edit`, fields)).status).toBe(303)
    expect(await statusWith(browser.cookies)).toBe(303)
  })
})

it.each([
  ['http://ops.test', /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/],
  ['https://ops.test', /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
])('is kept in a cookie that no script can read, at %s', async (origin, expected) => {
  const at = origin.startsWith('https') ? await makeWorld({ PUBLIC_URL: origin }) : world
  const browser = openBrowser(at)
  await browser.get('/admin/login')
  const { headers } = await browser.post('/admin/login', loginOf(await makePerson(at, 'user')), { origin })
  expect([headers['set-cookie']].flat()).toContainEqual(expect.stringMatching(expected))
})
