import { beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../src/database/transaction.ts'
import { inviteUser } from '../../../../src/people/user-administration.ts'
import { openBrowser } from '../../../support/admin.ts'
import { type Issuer, startIssuer } from '../../../support/issuer.ts'
import { makePerson, operator, type TestUser, v1 } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

it('offers no sign-in service if none is configured', async () => {
  const browser = openBrowser(await makeWorld())
  const { body } = await browser.get('/admin/login')
  expect(body).toContain('name="password"')
  expect(body).not.toContain('/login/oidc')
  for (const path of ['/admin/login/oidc', '/admin/login/oidc/callback?code=1&state=2'])
    expect((await browser.get(path)).status).toBe(404)
})

describe('with PASSWORD_LOGIN=0', () => {
  let issuer: Issuer
  let world: World
  let person: TestUser

  beforeAll(async () => {
    issuer = await startIssuer('http://127.0.0.1:3998')
    world = await makeWorld({ ...issuer.environment, PASSWORD_LOGIN: '0' })
    person = await makePerson(world, 'manager')
  })

  it('has no form for a password, and refuses one', async () => {
    const { email, password } = person
    const browser = openBrowser(world)
    const { body } = await browser.get('/admin/login')
    expect(body).toContain('>Sign in with Example</a>')
    expect(body).not.toContain('name="password"')
    // The CSRF token is that of a server that still shows the form.
    const other = openBrowser(await makeWorld())
    const [, _csrf = ''] = /name="_csrf" value="([^"]+)"/.exec((await other.get('/admin/login')).body) ?? []
    for (const [name, value] of other.cookies) browser.cookies.set(name, value)
    const page = await browser.post('/admin/login', { email, password, _csrf })
    expect(page).toMatchObject({
      status: 403,
      body: expect.stringContaining('Signing in with a password is switched off.'),
    })
    expect((await browser.get('/admin')).location).toContain('/admin/login')
  })

  it('issues access tokens by password as before', async () => {
    const { email, password } = person
    const body = { email, password, token_name: 'script', abilities: ['apps:read'] }
    expect((await world.send('POST', `${v1}/auth/token`, body)).status).toBe(201)
  })

  it('leads an invitation to the sign-in service', async () => {
    const secret = await transact(world.database.orm, (em) => inviteUser(em, operator, { id: person.id }))
    const browser = openBrowser(world)
    const { body } = await browser.get(`/admin/invitation/${secret}`)
    expect(body).toContain('>Sign in with Example</a>')
    expect(body).not.toContain('name="password"')
    const account = { sub: 'one', idToken: { email: person.email, email_verified: true } }
    expect((await issuer.signIn(browser, account)).status).toBe(303)
  })
})
