import { generateKeyPairSync, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../support/admin.ts'
import { goTo, type Issuer, startIssuer } from '../../../support/issuer.ts'
import { makeLoggedWorld } from '../../../support/logged-world.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const header = { alg: 'RS256', kid: 'own' }

let issuer: Issuer
let log: Awaited<ReturnType<typeof makeLoggedWorld>>
let person: TestUser
beforeAll(async () => {
  issuer = await startIssuer('http://127.0.0.1:3998')
  issuer.answer('/jwks', sendJson({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...header }] }))
  log = await makeLoggedWorld(issuer.environment)
  person = await makePerson(log.world, 'manager')
})

const sendJson = (value: object) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function signed(claims: object): string {
  const [head, body] = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const input = `${head}.${body}`
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
}

/** Signs in with other claims in the ID token, and other fields in the answer that contains it. */
async function signInWith(claims: object, answer: object = {}) {
  const browser = openBrowser(log.world)
  const start = await goTo(browser)
  const { pathname, search } = await issuer.visit(start)
  const now = Math.floor(Date.now() / 1000)
  const valid = {
    iss: issuer.url,
    aud: 'portfolio-ops',
    sub: 'one',
    iat: now,
    exp: now + 60,
    nonce: new URL(start).searchParams.get('nonce'),
    email: person.email,
    email_verified: true,
  }
  const id_token = signed({ ...valid, ...claims })
  issuer.answer('/token', sendJson({ access_token: 'a', token_type: 'Bearer', id_token, ...answer }))
  return browser.get(pathname + search)
}

it('signs in with valid claims', async () => {
  expect((await signInWith({})).status).toBe(303)
})

it.each([
  ['a subject with a character that cannot be stored', { sub: 'a\0b' }, 'sub'],
  ['a subject with half of a surrogate pair', { sub: 'a\ud83d' }, 'sub'],
  ['a long subject', { sub: 'x'.repeat(5000) }, 'sub'],
  ['an email with a character that cannot be stored', { email: 'a\0b@people.test' }, 'email'],
  ['an email with half of a surrogate pair', { email: 'a\ud83d@people.test' }, 'email'],
  ['a long email', { email: `${'x'.repeat(5000)}@people.test` }, 'email'],
  ['an email that is not valid', { email: 'nonsense' }, 'email'],
])('rejects %s, says what to do, and names the field in the log', async (_case, claims, field) => {
  const { status, body } = await signInWith({ sub: 'another', ...claims })
  expect(status).toBe(502)
  expect(body).toContain('The sign-in service sent an invalid answer')
  expect(log.last()).toMatchObject({ reason: 'provider_error', detail: { field } })
})

const v1 = 'https://sts.windows.net/0000/'
it.each([
  ['iss', { iss: v1 }, { expected: expect.stringMatching(/^http:\/\/127/), received: v1 }],
  ['aud', { aud: 'another' }, { expected: 'portfolio-ops', received: 'another' }],
  ['nonce', { nonce: 'another' }, { expected: expect.stringMatching(/^[\w-]{43}$/), received: 'another' }],
  ['exp', { exp: 1_000_000_000 }, { received: '1000000000', now: expect.stringMatching(/^\d{10}$/) }],
])('names the claim "%s" in the log, with what was expected and received', async (field, claims, detail) => {
  expect((await signInWith(claims)).status).toBe(502)
  expect(log.last()).toMatchObject({ reason: 'provider_error', detail: { field, ...detail } })
  for (const secret of [person.email, 'eyJ']) expect(log.text()).not.toContain(secret)
})

it.each([
  ['an ID token without nonce', { nonce: undefined }, {}, /"nonce" \(nonce\) claim missing/],
  ['a refresh token that is null', {}, { refresh_token: null }, /"refresh_token" property must be a string/],
  ['no ID token', {}, { id_token: undefined }, /"id_token" property must be a string/],
])('says in the log what is missing or wrong: %s', async (_case, claims, answer, message) => {
  expect((await signInWith(claims, answer)).status).toBe(502)
  expect(log.last()).toMatchObject({
    reason: 'provider_error',
    detail: { message: expect.stringMatching(message) },
  })
})
