import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  await admin.get('/admin')
})

/** Sends a request with the cookies of the admin. */
async function send(method: string, url: string, headers = {}, payload?: string) {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const options = { method, url, headers: { host: 'ops.test', cookie, ...headers }, payload }
  return world.app.inject(options as InjectOptions)
}

describe('a failure', () => {
  it.each([
    ['GET', '/admin/nothing', {}, 404, 'Not found.'],
    ['GET', '/admin/companies/%zz', {}, 404, 'Not found.'],
    ['POST', '/admin/nothing', { 'content-type': 'application/x-www-form-urlencoded' }, 404, 'Not found.'],
    ['PUT', '/admin/companies/new', {}, 405, 'Method not allowed.'],
    ['GET', '/admin/logout', {}, 405, 'Method not allowed.'],
    ['POST', '/admin/companies/new', { 'content-type': 'text/plain' }, 415, 'Unsupported media type.'],
    [
      'GET',
      '/admin',
      { host: 'evil.test' },
      403,
      'The Host header does not match this server. Use the name in PUBLIC_URL, or add this name to CORS_ORIGINS.',
    ],
  ])('of %s %s with %j is shown as a page', async (method, url, headers, status, title) => {
    const { statusCode, headers: answered, body } = await send(method, url, headers, 'a=1')
    expect(statusCode).toBe(status)
    expect(answered['content-type']).toBe('text/html; charset=utf-8')
    expect(answered['content-security-policy']).toContain("script-src 'self'")
    expect(body).toContain(`<h1>${title}</h1>`)
    // Without the session no page says more than the login.
    const { statusCode: anonymous } = await world.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'ops.test', ...headers },
    })
    expect(anonymous).toBe(status === 403 ? 403 : 303)
  })

  it('of a method names the methods that the page has', async () => {
    const allow = async (path: string) => (await send('DELETE', path)).headers.allow
    expect(await allow('/admin/companies')).toBe('GET, HEAD')
    expect(await allow('/admin/companies/new')).toBe('GET, HEAD, POST')
    expect(await allow('/admin/logout')).toBe('POST')
  })

  it.each([
    ['column legal_name', 500, 'Server Error', undefined],
    ['table', 503, 'Service unavailable.', '1'],
  ])('that is unexpected is shown without its details: no %s', async (part, status, title, retryAfter) => {
    const [, column] = part.split(' ')
    const rename = (from: string, to: string) =>
      sql(
        world,
        column ? `alter table companies rename ${from} to ${to}` : `alter table ${from} rename to ${to}`,
      )
    const name = column ?? 'companies'
    await rename(name, 'renamed')
    const { headers, body, ...answer } = await admin.get('/admin/companies')
    await rename('renamed', name)
    expect([answer.status, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(headers['retry-after']).toBe(retryAfter)
    expect(body).toContain(`<h1>${title}</h1>`)
    if (status === 500) expect(body).toContain(String(headers['x-request-id']))
    expect(body).not.toMatch(/legal_name|relation|does not exist/)
  })
})

it('leads back from a form that failed, and to the dashboard if the page has no record', async () => {
  const owner = await makePerson(world)
  const company = await makeCompany(owner)
  await makeApplication(owner, { company_id: company.id })
  const question = `/admin/companies/${company.id}/delete`
  await admin.get(question)
  const { status, body } = await admin.post(question, {}, { referer: `http://ops.test${question}` })
  expect(status).toBe(409)
  expect(body).toContain(`<a class="button" href="${question}">Go back</a>`)
  const elsewhere = await admin.post(question, {}, { referer: 'http://ops.test/docs' })
  expect(elsewhere.body).toContain('<a class="button" href="/admin">Go to the dashboard</a>')
})

it('answers HEAD as GET, without the body', async () => {
  for (const path of ['/admin', '/admin/companies', '/admin/account']) {
    const { statusCode, headers, body } = await send('HEAD', path)
    expect([statusCode, headers['content-type'], body], path).toEqual([200, 'text/html; charset=utf-8', ''])
  }
  expect((await openBrowser(world).get('/admin/login')).status).toBe(200)
})

it('shows no password that was typed into a form with errors', async () => {
  const typed = 'typed password'
  for (const path of ['/admin/users/new', '/admin/account', '/admin/login']) {
    const fields = { email: 'x', name: '', password: typed, current_password: typed }
    const { status, body } = await admin.post(path, fields)
    expect([status, body.includes(typed)], path).toEqual([422, false])
    expect(body, path).toMatch(
      /<input[^>]* type="password"[^>]* name="password"|name="password"[^>]* type="password"/,
    )
  }
})

it('accepts a form of 256 KiB, and rejects a larger one with a page', async () => {
  const post = (bytes: number) => admin.post('/admin/companies/new', { description: 'x'.repeat(bytes) })
  const [small, large] = [await post(255 * 1024), await post(256 * 1024)]
  expect([small.status, large.status]).toEqual([422, 413])
  expect(large.body).toContain('<h1>The POST data is too large.</h1>')
})

describe('a login without the cookie of its form', () => {
  it.each([
    ['https://ops.test', '__Host-csrf', 'http://ops.test', '/admin/login'],
    ['https://ops.test', '__Host-csrf', 'http://203.0.113.9:3000', '/admin/login'],
    ['http://ops.test/ops', 'csrf', 'http://ops.test', '/admin/login'],
  ])(
    'names the cookie and both addresses if PUBLIC_URL is %s (%s) and the page %s',
    async (PUBLIC_URL, cookie, origin, path) => {
      const { app } = await makeWorld({ PUBLIC_URL })
      const host = new URL(origin).host
      const body = await login(app, { host, origin, referer: origin + path })
      expect(body).toContain(`<h1>The browser did not send the cookie ${cookie}</h1>`)
      expect(body).toContain(
        `The cookies are for ${PUBLIC_URL}, but the page was opened at ${origin}${path}. Open ${PUBLIC_URL}/admin instead, or set PUBLIC_URL to the address that people use.`,
      )
    },
  )

  // An Origin has no path. Neither has the Referer of a browser that shortens it.
  it.each([
    ['http://ops.test', 'csrf', ['http://ops.test/admin/login', 'http://ops.test/', 'none']],
    ['https://ops.test/ops', '__Secure-csrf', ['https://ops.test/ops/admin/login', 'https://ops.test/']],
  ])(
    'says that cookies must be allowed if the page was opened at %s',
    async (PUBLIC_URL, cookie, referers) => {
      const { app } = await makeWorld({ PUBLIC_URL })
      const { host, origin } = new URL(PUBLIC_URL)
      for (const more of [{}, ...referers.map((referer) => ({ referer }))])
        expect(await login(app, { host, origin, ...more })).toContain(
          `<h1>The browser did not send the cookie ${cookie}</h1><p>Allow cookies for this address,`,
        )
    },
  )

  it('says to reload if the cookie was sent, but the token is wrong', async () => {
    const browser = openBrowser(world)
    await browser.get('/admin/login')
    const { status, body } = await browser.post('/admin/login', { _csrf: 'wrong' })
    expect([status, body]).toEqual([403, expect.stringContaining('<h1>This form is no longer valid</h1>')])
  })

  async function login(app: World['app'], headers: Record<string, string>): Promise<string> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = '_csrf=token&email=a%40b.example&password=secret'
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/admin/login',
      headers: { ...type, ...headers },
      payload,
    })
    expect(statusCode).toBe(403)
    return body
  }
})
