import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../support/admin.ts'
import { type Issuer, startIssuer } from '../../../support/issuer.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let issuer: Issuer

beforeAll(async () => {
  issuer = await startIssuer('http://127.0.0.1:3998')
  world = await makeWorld(issuer.environment)
})

let accounts = 0

// Signs in a user with the claims of an ID token and of userinfo. Returns the status and what was asked of userinfo.
async function signInWith(claims: (email: string) => { idToken?: object; userInfo?: object }) {
  const { email } = await makePerson(world)
  const before = issuer.requests('/me')
  const sub = `subject-${++accounts}`
  const { status, body } = await issuer.signIn(openBrowser(world), { sub, ...claims(email) })
  return { status, body, asked: issuer.requests('/me') - before }
}

it.each([
  ['email_verified is true, as of Google', { email_verified: true, hd: 'people.test' }],
  ['email_verified is the text true', { email_verified: 'true' }],
  ['xms_edov is true, as of Entra', { xms_edov: true }],
  ['xms_edov is 1', { xms_edov: 1 }],
  ['xms_edov is the text 1', { xms_edov: '1' }],
])('signs in if %s, without userinfo', async (_case, claims) => {
  const { status, asked } = await signInWith((email) => ({ idToken: { email, ...claims } }))
  expect({ status, asked }).toEqual({ status: 303, asked: 0 })
})

it.each([
  ['email_verified is false', (email: string) => ({ idToken: { email, email_verified: false } })],
  [
    'email_verified is false beside xms_edov',
    (email: string) => ({ idToken: { email, email_verified: false, xms_edov: true } }),
  ],
  ['xms_edov is false', (email: string) => ({ idToken: { email, xms_edov: false } })],
  ['xms_edov is 0', (email: string) => ({ idToken: { email, xms_edov: '0' } })],
  ['neither is there', (email: string) => ({ idToken: { email }, userInfo: { email } })],
  [
    'there is only preferred_username, as of Entra',
    (email: string) => ({ idToken: { preferred_username: email, xms_edov: true } }),
  ],
  ['the email is no text', (email: string) => ({ idToken: { email: [email], email_verified: true } })],
  ['there is no email', () => ({})],
  [
    'the ID token says so without the email',
    (email: string) => ({ idToken: { email_verified: false }, userInfo: { email, email_verified: true } }),
  ],
  [
    'userinfo has another email',
    (email: string) => ({ idToken: { email }, userInfo: { email: `other-${email}`, email_verified: true } }),
  ],
  ['userinfo does not verify it', (email: string) => ({ userInfo: { email, email_verified: false } })],
])('refuses a person if %s', async (_case, claims) => {
  const { status, body } = await signInWith(claims)
  expect(status).toBe(403)
  expect(body).toContain('Your account has no verified email')
})

it('takes the email from userinfo if the ID token has none, or does not say whether it is verified', async () => {
  for (const part of [{}, { email: true }]) {
    const { status, asked } = await signInWith((email) => ({
      idToken: part.email ? { email } : {},
      userInfo: { email, email_verified: true },
    }))
    expect({ status, asked }).toEqual({ status: 303, asked: 1 })
  }
})

it('rejects userinfo of another subject', async () => {
  const { email } = await makePerson(world)
  issuer.answer('/me', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ sub: 'another', email, email_verified: true }))
  })
  const { status, body } = await issuer.signIn(openBrowser(world), { sub: 'subject-without-email' })
  issuer.answer('/me', undefined)
  expect(status).toBe(502)
  expect(body).toContain('invalid answer')
})
