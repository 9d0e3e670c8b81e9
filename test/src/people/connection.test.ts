import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../support/admin.ts'
import { sql } from '../../support/makers.ts'
import {
  authorizeUrl,
  callMcp,
  connectClient,
  decide,
  makeOAuthWorld,
  openConsent,
  sendForm,
} from '../../support/oauth.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import type { World } from '../../support/world.ts'

let world: World
let admin: Browser

beforeAll(async () => {
  world = await makeOAuthWorld()
  admin = await signIn(world, await makePerson(world))
})

async function connected() {
  const person = await makePerson(world, 'manager')
  const browser = await signIn(world, person)
  return { person, browser, ...(await connectClient(world, browser)) }
}

const pathOf = async (browser: Browser) =>
  /\/admin\/connections\/\d+\/revoke/.exec((await browser.get('/admin/connections')).body)?.[0] ?? ''

describe('the history of a user', () => {
  it('has each consent and each end of a connection, with the client and who ended it', async () => {
    const { person, browser, client_id } = await connected()
    const { path } = await openConsent(browser, authorizeUrl(client_id))
    await decide(browser, path, 'deny')
    const again = await openConsent(browser, authorizeUrl(client_id))
    await decide(browser, again.path, 'allow')
    expect((await admin.post(await pathOf(admin))).status).toBe(303)
    const entries = await sql(
      world,
      `select event, actor->>'name' as by, changes, surface from history
       where record_type = 'user' and record_id = $1 and event like '%connected' order by id`,
      person.id,
    )
    const consent = { by: person.name, changes: { client: { from: null, to: 'Claude' } }, surface: 'admin' }
    expect(entries).toEqual([
      { event: 'connected', ...consent },
      { event: 'connected', ...consent },
      {
        event: 'disconnected',
        by: expect.stringContaining('admin'),
        changes: { client: { from: 'Claude', to: null } },
        surface: 'admin',
      },
    ])
    const { body } = await admin.get(`/admin/activity?entity=user&record_id=${person.id}`)
    expect(body).toContain('<strong>Disconnected</strong>')
    expect(body).toContain('<ins>Claude</ins>')
    expect(body).not.toMatch(/activity\/\d+\/revert"[^>]*>Revert/)
  })
})

const newPassword = 'correct horse battery staple'
const edit = (browser: Browser, { id, name, email }: TestUser, changes: object) =>
  browser.confirm(`/admin/users/${id}/edit`, { name, email, role: 'manager', status: 'active', ...changes })

const ends: [string, (person: TestUser, browser: Browser) => Promise<{ status: number }>][] = [
  [
    'changes the password',
    async (person, browser) => {
      await browser.get('/admin/account')
      return browser.post('/admin/account', { current_password: person.password, password: newPassword })
    },
  ],
  [
    'gets a password of an admin',
    ({ id }) => admin.confirm(`/admin/users/${id}/password`, { password: newPassword }),
  ],
  ['is blocked', (person) => edit(admin, person, { status: 'blocked' })],
  ['is set inactive', (person) => edit(admin, person, { status: 'inactive' })],
  ['is a manager no longer', (person) => edit(admin, person, { role: 'user' })],
  ['revokes it', async (_person, browser) => browser.post(await pathOf(browser))],
]

it.each(ends)('ends at once, with its tokens, when the person %s', async (_case, end) => {
  const { person, browser, client_id, access_token, refresh_token } = await connected()
  expect((await callMcp(world, access_token)).statusCode).toBe(200)
  expect([201, 303]).toContain((await end(person, browser)).status)
  expect((await callMcp(world, access_token)).statusCode).toBe(401)
  const refresh = { grant_type: 'refresh_token', client_id, refresh_token }
  expect((await sendForm(world, '/oauth/token', refresh)).body.error).toBe('invalid_grant')
  expect(await sql(world, 'select model from oauth_records where user_id = $1', person.id)).toEqual([])
})

it('stays when the person is only renamed', async () => {
  const { person, access_token } = await connected()
  expect((await edit(admin, person, { name: 'Another name' })).status).toBe(303)
  expect((await callMcp(world, access_token)).statusCode).toBe(200)
})
