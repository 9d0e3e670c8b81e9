import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { inviteUser } from '../../../../src/people/user-administration.ts'
import { openBrowser, signIn } from '../../../support/admin.ts'
import { goTo, type Issuer, startIssuer } from '../../../support/issuer.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, operator } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const publicUrl = 'http://127.0.0.1:3998'

let world: World
let issuer: Issuer

beforeAll(async () => {
  issuer = await startIssuer(publicUrl)
  world = await makeWorld(issuer.environment)
})

let accounts = 0
const newSub = () => `subject-${++accounts}`
const verified = (email: string) => ({ sub: newSub(), idToken: { email, email_verified: true } })

it('leads to the issuer with PKCE, state and nonce, and back to the page that was wanted', async () => {
  const person = await makePerson(world, 'manager')
  const browser = openBrowser(world)
  const { body } = await browser.get('/admin/login?next=%2Fadmin%2Fapps')
  const [, path = ''] = /href="(\/admin\/login\/oidc[^"]*)">Sign in with Example</.exec(body) ?? []
  const { location = '', headers } = await browser.get(path)
  const { origin, searchParams } = new URL(location)
  expect(origin).toBe(issuer.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${publicUrl}/admin/login/oidc/callback`,
  })
  expect(headers['set-cookie']).toMatch(
    /^openid-[\w-]{43}=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const page = await issuer.signIn(browser, verified(person.email), path)
  expect(page).toMatchObject({ status: 303, location: '/admin/apps' })
  const { body: dashboard } = await browser.get('/admin')
  expect(dashboard).toContain(person.name)
  expect(dashboard).not.toContain('/admin/users')
})

it('keeps the cookie of a sign-in below the path of PUBLIC_URL, for https alone', async () => {
  const environment = { ...issuer.environment, PUBLIC_URL: 'https://ops.test/tools' }
  const secure = { OIDC_ISSUER: 'https://issuer.test' }
  const { app } = await makeWorld({ ...environment, ...secure })
  const { body } = await openBrowser({ app }).get('/admin/login')
  expect(body).toContain('href="/tools/admin/login/oidc"')
})

it('signs in a user whose email has other capital letters at the issuer, and an inactive one', async () => {
  const [capital, inactive] = [
    await makePerson(world),
    await makePerson(world, 'manager', { status: 'inactive' }),
  ]
  const page = await issuer.signIn(openBrowser(world), verified(capital.email.toUpperCase()))
  expect(page.status).toBe(303)
  expect((await issuer.signIn(openBrowser(world), verified(inactive.email))).status).toBe(303)
})

it('creates no user for an unknown email, and says whom to ask', async () => {
  const count = () => sql(world, 'select count(*)::int as count from users')
  const before = await count()
  const browser = openBrowser(world)
  const { status, body } = await issuer.signIn(browser, verified('stranger@people.test'))
  expect(status).toBe(403)
  expect(body).toContain('There is no user with your email')
  expect(body).toContain('stranger@people.test')
  expect(await count()).toEqual(before)
  expect((await browser.get('/admin')).location).toContain('/admin/login')
  // The issuer would choose the same account again.
  const [, path = ''] = /href="(\/admin\/login\/oidc[^"]*)">Choose another account</.exec(body) ?? []
  expect(new URL(await goTo(browser, path)).searchParams.get('prompt')).toBe('login')
})

it('does not take a letter that only looks like another in lower case for it', async () => {
  await makePerson(world)
  const kelvin = 'kelvin@people.test'
  await sql(world, `update users set email = $1 where id = (select max(id) from users)`, kelvin)
  const { status } = await issuer.signIn(openBrowser(world), verified(kelvin.replace('k', '\u212a')))
  expect(status).toBe(403)
})

describe('the account of a user', () => {
  it('is linked at the first sign-in; then another account with the same email is refused', async () => {
    const person = await makePerson(world)
    const first = verified(person.email)
    expect((await issuer.signIn(openBrowser(world), first)).status).toBe(303)
    const other = await issuer.signIn(openBrowser(world), verified(person.email))
    expect(other.status).toBe(403)
    expect(other.body).toContain('You signed in with another account before')
    const renamed = { sub: first.sub, idToken: { email: 'new-name@people.test', email_verified: true } }
    expect((await issuer.signIn(openBrowser(world), renamed)).status).toBe(303)
    expect((await issuer.signIn(openBrowser(world), { sub: first.sub })).status).toBe(303)
    const rows = await sql(world, 'select issuer, subject from openid_accounts where user_id = $1', person.id)
    expect(rows).toEqual([{ issuer: issuer.url, subject: first.sub }])
  })

  it('is one of two that sign in at once', async () => {
    const person = await makePerson(world)
    const pages = []
    for (const account of [verified(person.email), verified(person.email)]) {
      const browser = openBrowser(world)
      issuer.account = account
      const { pathname, search } = await issuer.visit(await goTo(browser))
      pages.push(() => browser.get(pathname + search))
    }
    // The claims of both are read when their codes are exchanged.
    issuer.account = { sub: '', idToken: { email: person.email, email_verified: true } }
    const statuses = await Promise.all(pages.map(async (open) => (await open()).status))
    expect(statuses.sort()).toEqual([303, 403])
  })

  it('can be linked again after an admin has unlinked it or changed the email', async () => {
    const [admin, person] = [await makePerson(world), await makePerson(world, 'manager')]
    const browser = await signIn(world, admin)
    const path = `/admin/users/${person.id}`
    expect((await browser.get(path)).body).not.toContain(`${path}/unlink`)
    await issuer.signIn(openBrowser(world), verified(person.email))
    const linked = await browser.get(path)
    expect(linked.body).toContain(issuer.url)
    expect(linked.body).toContain('<strong>Linked</strong>')
    expect((await browser.confirm(`${path}/unlink`)).status).toBe(303)
    expect((await issuer.signIn(openBrowser(world), verified(person.email))).status).toBe(303)
    await browser.get(`${path}/edit`)
    const changed = { name: person.name, email: 'married@people.test', role: 'manager', status: 'active' }
    expect((await browser.post(`${path}/edit`, changed)).status).toBe(303)
    const events = await sql(
      world,
      `select event from history where record_type = 'user' and record_id = $1 order by id`,
      person.id,
    )
    expect(events.map(({ event }) => event).slice(1)).toEqual([
      'linked',
      'signed_in',
      'unlinked',
      'linked',
      'signed_in',
      'updated',
      'unlinked',
    ])
  })

  it('signs a blocked user in neither by email nor by the linked account', async () => {
    const [fresh, linked] = [
      await makePerson(world, 'manager', { status: 'blocked' }),
      await makePerson(world),
    ]
    const account = verified(linked.email)
    await issuer.signIn(openBrowser(world), account)
    await sql(world, `update users set status = 'blocked' where id = $1`, linked.id)
    for (const blocked of [account, verified(fresh.email)]) {
      const page = await issuer.signIn(openBrowser(world), blocked)
      expect(page).toMatchObject({ status: 403, body: expect.stringContaining('You are blocked') })
    }
  })
})

it('ends the invitation of the user', async () => {
  const person = await makePerson(world, 'manager')
  const secret = await transact(world.database.orm, (em) => inviteUser(em, operator, { id: person.id }))
  const link = `/admin/invitation/${secret}`
  const browser = openBrowser(world)
  const { body } = await browser.get(link)
  expect(body).toContain('>Sign in with Example</a>')
  expect(body).toContain('name="password"')
  await issuer.signIn(browser, verified(person.email))
  expect((await openBrowser(world).get(link)).status).toBe(404)
})
