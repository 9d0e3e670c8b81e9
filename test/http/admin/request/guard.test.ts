import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../../src/access/person.ts'
import { type Browser, formVersions, openBrowser, signIn } from '../../../support/admin.ts'
import { adminRoutes, decidesOnNothing, type Route } from '../../../support/admin-routes.ts'
import { type AdminWorld, makeAdminWorld } from '../../../support/admin-world.ts'
import { crawl, formsOf } from '../../../support/crawl.ts'
import { shownForeign, storeForeignTexts, textFaults } from '../../../support/foreign-texts.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'

const people = {
  admin: { role: 'admin', status: 'active' },
  manager: { role: 'manager', status: 'active' },
  user: { role: 'user', status: 'active' },
  'inactive admin': { role: 'admin', status: 'inactive' },
  'inactive manager': { role: 'manager', status: 'inactive' },
  'inactive user': { role: 'user', status: 'inactive' },
} as const
type Who = keyof typeof people
const everyone = Object.keys(people) as Who[]

let world: AdminWorld
let routes: Route[]
let browsers: Record<Who, Browser>
beforeAll(async () => {
  world = await makeAdminWorld({}, { secretKey: randomBytes(32) })
  await storeForeignTexts(world)
  routes = adminRoutes(world)
  const { admin, manager, user, inactive } = world
  const signInInactive = async (role: Role) =>
    signIn(world, await makePerson(world, role, { status: 'inactive' }))
  browsers = {
    admin,
    manager,
    user,
    'inactive manager': inactive,
    'inactive admin': await signInInactive('admin'),
    'inactive user': await signInInactive('user'),
  }
  await admin.post('/admin/notifications/webhooks', { url: 'https://hooks.example.com', events: '*' })
  const channel = { kind: 'slack', url: 'https://hooks.slack.com/services/1' }
  await admin.post('/admin/notifications/channels', channel)
  // The crawl is about their pages and forms.
  await sql(world, `delete from history where record_type in ('webhook', 'channel')`)
  const notifications = await admin.get('/admin/notifications')
  expect(notifications.body).toMatch(/notifications\/channels\/1\/test.*notifications\/webhooks\/1\/test/s)
})

// Of nothing that exists: what the person may do is 404, what the person may not do is 403.
const addressOf = (path: string) =>
  path
    .replace(':collection', 'products')
    .replace(':field', 'name')
    .replace(/saved-filters$/, 'saved-filters?collection=api-token')
    .replaceAll(/:\w+/g, '999999')

const isPublic = /^\/admin\/(static\/|login(\/oidc(\/callback)?)?$|calendar\/|invitation\/)/
const isForEveryone = /^\/admin\/(account(?!\/calendar)|logout|api-token|saved-filters)/
const isForAdmins =
  /^\/admin\/(users|api-agent-tokens|api-keys|demonstration|notifications|activity\/undo|canon-rules\/:id\/guard)/
// A user who may send a form may also see the page with the form or the question.
const isWrite = ({ method, path }: Route) =>
  method === 'POST' ||
  /\/(new|edit|edit\/:field|delete|revert|archive|switch-off|retract|resolve|done|take-back|withdraw-approval|replace|revoke|link|unlink|block|password|guard|undo|outcome)$|\/import(\/|$)|^\/admin\/connect\//.test(
    path,
  )
// What an inactive person may do.
const endsAccess =
  /^\/admin\/(logout|account\/(language|keys\/(on|off)|sessions\/:id\/end|calendar\/revoke)|(connections|api-token)\/:id\/revoke)$/

function isAllowed(who: Who, route: Route): boolean {
  const { path } = route
  const { role, status } = people[who]
  if (isPublic.test(path)) return true
  if (status === 'inactive' && isWrite(route) && !endsAccess.test(path)) return false
  if (role === 'admin' || isForEveryone.test(path)) return true
  return role === 'manager' && !isForAdmins.test(path)
}

describe('every route', () => {
  it('is known to this test', () => {
    expect(routes.length).toBeGreaterThan(200)
    expect(routes).toContainEqual({ method: 'POST', path: '/admin/products/:id/favorite' })
    expect(routes).toContainEqual({ method: 'GET', path: '/admin' })
  })

  it('redirects to the login page without a session, and back after the login', async () => {
    for (const { method, path } of routes.filter((route) => !isPublic.test(route.path))) {
      const { status, location } = await openBrowser(world)[method === 'GET' ? 'get' : 'post'](path)
      expect([status, location], `${method} ${path}`).toEqual([
        303,
        `/admin/login?${new URLSearchParams({ next: path })}`,
      ])
    }
  })

  it.each(everyone)('is 403 for the person "%s" exactly if the role does not allow it', async (who) => {
    const wrong: string[] = []
    for (const route of routes) {
      // These answer about the person and not about a record. Two tests of sessions send them.
      if (route.method === 'POST' && /log(in|out)$/.test(route.path)) continue
      const send = browsers[who][route.method === 'GET' ? 'get' : 'post']
      const { status } = await send(addressOf(route.path))
      if ((status !== 403) !== isAllowed(who, route)) wrong.push(`${route.method} ${route.path}: ${status}`)
      if (status >= 500) wrong.push(`${route.method} ${route.path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it.each(everyone)('that does not exist is 404 or 405 for the person "%s"', async (who) => {
    const status = async (path: string) => (await browsers[who].post(path)).status
    expect(await status('/admin/nothing')).toBe(404)
    expect(await status('/admin/products')).toBe(405)
    expect(await status('/admin/notifications')).toBe(405)
  })

  it.each([
    ['without a CSRF token', { _csrf: '' }, {}],
    ['with a wrong CSRF token', { _csrf: 'wrong' }, {}],
    ['from another origin', {}, { origin: 'https://evil.test' }],
    ['from another port of the host', {}, { origin: 'http://ops.test:8080' }],
    ['from an origin that is not named, without a CSRF token', { _csrf: '' }, { origin: 'null' }],
    ['from an origin of the same site', {}, { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['from an origin of another site', {}, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('that writes is 403 %s', async (_title, fields: Record<string, string>, headers) => {
    const writes = routes.filter(({ method }) => method === 'POST')
    await world.admin.get('/admin')
    for (const { path } of writes)
      expect((await world.admin.post(addressOf(path), fields, headers)).status, path).toBe(403)
  })

  it.each([
    ['as browsers send it', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['without Sec-Fetch-Site', { origin: 'null' }],
  ])('that writes accepts its own form with "Origin: null", %s', async (_title, headers) => {
    const login = openBrowser(world)
    await login.get('/admin/login')
    expect((await login.post('/admin/login', {}, headers)).status).toBe(422)
    const refused: string[] = []
    for (const { method, path } of routes) {
      if (method === 'GET' || /log(in|out)$/.test(path)) continue
      const page = await world.admin.post(addressOf(path), {}, headers)
      if (page.status === 403) refused.push(path)
    }
    expect(refused).toEqual([])
  })
})

// An inactive manager has no page that an inactive admin has not.
const crawling = everyone.filter((who) => who !== 'inactive manager')

describe.each(crawling)('each page that the person "%s" reaches', (who) => {
  it('links only to pages that the person may see, has no button that is rejected, and hides no character', async () => {
    const isUser = people[who].role === 'user'
    const pages = await crawl(browsers[who], isUser ? '/admin/account' : '/admin')
    for (const path of isUser
      ? []
      : ['/admin/search?q=neht', '/admin/search/quick?q=neht', ...recordPaths(who)])
      pages.set(path, await browsers[who].get(path))
    expect(pages.size).toBeGreaterThan(isUser ? 4 : 100)
    const faults: string[] = []
    for (const [path, page] of pages) {
      const { status, headers, body } = page
      if (status !== 200 && status !== 303) faults.push(`${path}: ${status}`)
      if (!String(headers['content-type']).startsWith('text/html')) continue
      const policy = String(headers['content-security-policy'])
      if (
        !policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'") ||
        /unsafe/.test(policy)
      )
        faults.push(`${path}: ${policy}`)
      faults.push(...textFaults(body).map((fault) => `${path}: ${fault}`))
      if (/<script>|<style|\sstyle="|\son\w+="|javascript:/i.test(body)) faults.push(`${path}: inline code`)
      for (const form of formsOf(page, path)) {
        const route = routes.find((candidate) => candidate.method === 'POST' && matches(candidate, form))
        if (!route || !isAllowed(who, route)) faults.push(`${path}: form of ${form}`)
        if (route && !decidesOnNothing(route.path) && !formVersions(body, path).has(pathOf(form)))
          faults.push(`${path}: form of ${form} without the version that it shows`)
      }
    }
    expect(faults).toEqual([])
    const shown = [...pages.values()].filter(({ body }) => body.includes(shownForeign))
    expect(shown.length).toBeGreaterThanOrEqual(who === 'inactive user' ? 0 : isUser ? 2 : 61)
  })
})

// Of the second record of each kind, whose name cannot be seen.
function recordPaths(who: Who): string[] {
  const paths = Object.entries(world.made).map(([collection, [, id]]) => `/admin/${collection}/${id}`)
  return paths.filter((path) => people[who].role === 'admin' || !/^\/admin\/(users|api-)/.test(path))
}

function matches({ path }: Route, address: string): boolean {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathOf(address))
}

function pathOf(address: string): string {
  return address.replace(/\?.*/, '')
}

it('rejects a session in the APIs, and an API token in the pages', async () => {
  const cookie = [...world.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const status = async (url: string, headers: Record<string, string>) =>
    (await world.app.inject({ url, headers: { host: 'ops.test', ...headers } })).statusCode
  for (const [path, expected] of Object.entries({
    '/api/v1/companies': 401,
    '/api/tasks': 401,
    '/api/portfolio/products': 403,
    '/mcp': 401,
  }))
    expect(await status(path, { cookie }), path).toBe(expected)
  expect(await status('/admin/companies', { authorization: `Bearer ${world.people.admin.token}` })).toBe(303)
})
