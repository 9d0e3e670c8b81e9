import { beforeAll, describe, expect, it } from 'vitest'
import { signInByOpenId } from '../../../src/people/openid.ts'
import { runHere } from '../../cli/here.ts'
import { type AdminPage, type Browser, openBrowser } from '../../support/admin.ts'
import { sql } from '../../support/makers.ts'
import {
  authorizeUrl,
  callMcp,
  connectClient,
  decide,
  exchange,
  makeOAuthWorld,
  openConsent,
  publicUrl,
  sendForm,
} from '../../support/oauth.ts'
import { client, makeWebUser, type WebUser } from '../../support/sessions.ts'
import type { World } from '../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeOAuthWorld()
  admin = await openSession(await makeWebUser(world, 'admin'))
})

async function openSession(person: WebUser): Promise<Browser> {
  const browser = openBrowser(world)
  browser.cookies.set('__Host-session', (await person.start()).secret)
  return browser
}

/** A person, and the browser in which the person works. */
type Held = { person: WebUser; own: Browser; link: string }
type Event = (held: Held) => Promise<unknown>

const password = 'correct horse battery staple'
const linkIn = ({ body }: AdminPage) => /\/admin\/invitation\/[\w-]{43}/.exec(body)?.[0] ?? ''
const feedIn = ({ body }: AdminPage) => /\/admin\/calendar\/cal_\w{36}\.ics/.exec(body)?.[0] ?? ''
const newLink = ({ person }: Held) => admin.confirm(`/admin/users/${person.id}/link`)

/** Gives a person every credential. Returns what tells which of them are still accepted. */
async function giveCredentials(person: WebUser) {
  const own = await openSession(person)
  const other = await openSession(person)
  await own.get('/admin/account')
  const feed = feedIn(await own.post('/admin/account/calendar'))
  const { client_id, access_token, refresh_token } = await connectClient(world, own)
  const consent = await openConsent(own, authorizeUrl(client_id))
  const code = (await decide(own, consent.path, 'allow')).get('code') ?? ''
  const decided = await openConsent(other, authorizeUrl(client_id))
  const { location = '' } = await other.post(decided.path, { decision: 'allow' })
  const held = { person, own, link: '' }
  held.link = linkIn(await newLink(held))
  const refresh = { grant_type: 'refresh_token', client_id, refresh_token }
  const accepted = async () => ({
    'own session': (await own.get('/admin/account')).status === 200,
    session: (await other.get('/admin/account')).status === 200,
    token: (await person.send('GET', '/auth/tokens')).status === 200,
    calendar: (await openBrowser(world).get(feed)).status === 200,
    'access token': (await callMcp(world, access_token)).statusCode === 200,
    'refresh token': (await sendForm(world, '/oauth/token', refresh)).status === 200,
    code: (await exchange(world, client_id, code)).status === 200,
    consent: /[?&]code=/.test((await other.get(location.slice(publicUrl.length))).location ?? ''),
    link: (await openBrowser(world).get(held.link)).status === 200,
  })
  return { held, accepted }
}

const all = {
  'own session': true,
  session: true,
  token: true,
  calendar: true,
  'access token': true,
  'refresh token': true,
  code: true,
  consent: true,
  link: true,
}
const none = Object.fromEntries(Object.keys(all).map((name) => [name, false]))
const ofWriters = {
  calendar: false,
  'access token': false,
  'refresh token': false,
  code: false,
  consent: false,
}

const edit =
  (changes: Record<string, string>): Event =>
  ({ person: { id, name, email } }) =>
    admin.confirm(`/admin/users/${id}/edit`, { name, email, role: 'manager', status: 'active', ...changes })
const command =
  (name: string, ...values: string[]): Event =>
  ({ person }) =>
    runHere({ DATABASE_URL: world.url }, 'user', name, person.email, ...values)
const withSql =
  (assignment: string): Event =>
  ({ person }) =>
    sql(world, `update users set ${assignment} where id = $1`, person.id)
// Reverts the last change of the person.
const revert: Event = async ({ person }) => {
  const [entry] = await sql(
    world,
    `select max(id) as id from history where record_type = 'user' and record_id = $1
     and (changes ? 'status' or changes ? 'role')`,
    person.id,
  )
  return admin.confirm(`/admin/activity/${entry?.id}/revert`)
}
const after =
  (first: Event, ...then: Event[]): Event =>
  async (held) => {
    for (const event of [first, ...then]) await event(held)
  }
const choose =
  (chosen: string): Event =>
  async ({ link }) => {
    const browser = openBrowser(world)
    await browser.get(link)
    return browser.post(link, { password: chosen })
  }
const changeOwnPassword: Event = async ({ person, own }) => {
  await own.get('/admin/account')
  return own.post('/admin/account', { current_password: person.password, password })
}
const setPassword: Event = ({ person }) => admin.confirm(`/admin/users/${person.id}/password`, { password })
const signInByAccount: Event = ({ person }) => {
  const { id, email } = person
  const identity = { issuer: 'https://issuer.test', subject: `${id}`, verifiedEmail: async () => email }
  return signInByOpenId(world.database.orm, identity, client, 'request')
}

type Accepted = Partial<typeof all>
const cases: [string, Event, Accepted, before?: Event][] = [
  ['nothing', async () => undefined, all],
  ['another name', edit({ name: 'Another name' }), all],
  ['a password that the person changes', changeOwnPassword, { ...none, 'own session': true }],
  ['a password that an admin sets', setPassword, none],
  ['a password that a command sets', command('set-password'), none],
  ['a password that the person chooses by the link', choose(password), none],
  ['a password that the link refuses', choose('short'), all],
  ['another email', edit({ email: 'another@people.test' }), none],
  ['a block', edit({ status: 'blocked' }), none],
  ['a block by a command', command('set-status', 'blocked'), none],
  ['a block and its end', after(edit({ status: 'blocked' }), edit({ status: 'active' })), none],
  [
    'a block and its end by commands',
    after(command('set-status', 'blocked'), command('set-status', 'active')),
    none,
  ],
  ['a block that is reverted', after(edit({ status: 'blocked' }), revert), none],
  ['the end of a block by SQL', after(withSql(`status = 'blocked'`), edit({ status: 'active' })), none],
  ['the reverted end of a block', revert, none, after(edit({ status: 'blocked' }), edit({}))],
  ['the status inactive', edit({ status: 'inactive' }), { ...all, ...ofWriters, link: false }],
  [
    'the status inactive by a command',
    command('set-status', 'inactive'),
    { ...all, ...ofWriters, link: false },
  ],
  [
    'the status inactive and active',
    after(edit({ status: 'inactive' }), edit({})),
    { ...all, ...ofWriters, link: false },
  ],
  [
    'the end of inactivity by SQL',
    after(withSql(`status = 'inactive'`), edit({})),
    { ...all, ...ofWriters, link: false },
  ],
  ['the role user', edit({ role: 'user' }), { ...all, ...ofWriters, link: false }],
  ['the role user by a command', command('set-role', 'user'), { ...all, ...ofWriters, link: false }],
  [
    'the role user by a revert',
    revert,
    { ...all, ...ofWriters, link: false },
    after(edit({ role: 'user' }), edit({})),
  ],
  ['the role admin', edit({ role: 'admin' }), { ...all, link: false }],
  ['the role admin by a command', command('set-role', 'admin'), { ...all, link: false }],
  ['a sign-in by OpenID', signInByAccount, { ...all, link: false }],
  ['another link', newLink, { ...all, link: false }],
]

describe('the access of a person', () => {
  it.each(cases)('after %s', async (_name, event, expected, before) => {
    const person = await makeWebUser(world)
    await before?.({ person, own: openBrowser(world), link: '' })
    const { held, accepted } = await giveCredentials(person)
    await event(held)
    expect(await accepted()).toEqual({ ...all, ...expected })
  })
})
