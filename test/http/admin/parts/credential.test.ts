import { beforeAll, describe, expect, it, test } from 'vitest'
import { clients, configurationFor } from '../../../../src/config/agent-config.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

it.each([
  ['api-agent-tokens', undefined, ['read', 'write']],
  ['api-agent-tokens', 'read', ['read']],
  ['api-keys', undefined, ['resources:read', 'resources:write']],
  ['api-keys', 'resources:write', ['resources:write']],
])(
  'a credential of %s that is created with the scope %s has the scopes %s',
  async (collection, scopes, all) => {
    const { body } = await admin.get(`/admin/${collection}`)
    expect(body).toContain('If none is chosen: ')
    const { status } = await admin.post(`/admin/${collection}/new`, {
      agent: 'Agent',
      ...(scopes && { scopes }),
    })
    expect(status).toBe(201)
    const [token] = await sql(world, 'select abilities from tokens order by id desc limit 1')
    expect(token?.abilities).toEqual(all)
  },
)

describe('the tokens of people', () => {
  let admin: Browser
  let user: Browser
  let person: TestUser
  let other: TestUser
  beforeAll(async () => {
    admin = await signIn(world, await makePerson(world))
    person = await makePerson(world, 'user')
    other = await makePerson(world, 'manager')
    user = await signIn(world, person)
  })

  const address = ({ token_id }: TestUser) => `/admin/api-token/${token_id}`

  test('a person sees and revokes only their own tokens', async () => {
    const { body } = await user.get('/admin/api-token')
    expect(body).toContain(`href="${address(person)}"`)
    expect(body).not.toContain(`href="${address(other)}"`)
    expect((await user.get(address(other))).status).toBe(404)
    expect((await user.post(`${address(other)}/revoke`)).status).toBe(404)
    expect((await other.send('GET', '/companies')).status).toBe(200)
  })

  test('an admin sees and revokes the tokens of others, which end at once', async () => {
    const { body } = await admin.get('/admin/api-token')
    for (const one of [person, other]) expect(body).toContain(`href="${address(one)}"`)
    const question = await admin.get(`${address(other)}/revoke`)
    expect(question.body).toContain('<button class="danger">Revoke</button>')
    expect((await other.send('GET', '/companies')).status).toBe(200)
    expect((await admin.post(`${address(other)}/revoke`)).status).toBe(303)
    expect((await other.send('GET', '/companies')).status).toBe(401)
    expect((await admin.get(address(other))).body).not.toContain(`${address(other)}/revoke`)
  })

  test('a form with errors keeps the chosen abilities, and creates no token', async () => {
    await user.get('/admin/api-token')
    const { status, body } = await user.post('/admin/api-token/new', {
      token_name: '',
      abilities: 'apps:read',
    })
    expect(status).toBe(422)
    expect(body).toMatch(/value="apps:read"[^>]* checked|checked[^>]* value="apps:read"/)
    expect(body).toContain('id="error-token_name"')
    expect(body).not.toContain('id="secret"')
  })
})

describe('the tokens of agents', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(world, await makePerson(world, 'admin'))
  })

  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

  test.each(clients)('a new token is shown with what connects the client: %s', async (client) => {
    await browser.get('/admin/api-agent-tokens')
    const { status, headers, body } = await browser.post('/admin/api-agent-tokens/new', {
      agent: 'A',
      client,
    })
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    const token = /<code id="secret">(pft_\w+)</.exec(body)?.[1] ?? ''
    const { command, link, reminder } = configurationFor(client, 'http://ops.test', token)
    const shown = unescaped(body)
    expect(shown.includes('id="install-command"')).toBe(command !== undefined)
    expect(shown.includes('id="install-link"')).toBe(link !== undefined)
    if (command) expect(shown).toContain(`<pre id="install-command" tabindex="0">${command}</pre>`)
    if (link) expect(shown).toContain(`href="${link}"`)
    expect(link ?? '').not.toContain(token)
    if (reminder) expect(shown).toContain(reminder)
    const copied = [...shown.matchAll(/data-copy="#([\w-]+)"/g)].map(([, id]) => id)
    expect(copied).toEqual(expect.arrayContaining(['configuration', 'exports']))
    const exports = `export PORTFOLIO_URL=http://ops.test\nexport PORTFOLIO_TOKEN=${token}`
    expect(shown).toContain(`<pre id="exports" tabindex="0">${exports}</pre>`)
    for (const id of copied) expect(shown).toContain(`id="${id}"`)
  })

  test('the form chooses scopes and the kinds that are written at once, which the list and the page show', async () => {
    const list = await browser.get('/admin/api-agent-tokens')
    expect(list.body).toContain('A new one begins with the scopes read and propose')
    for (const name of ['scopes', 'direct'])
      expect(list.body).toMatch(new RegExp(`<input type="checkbox"[^>]* name="${name}"`))
    const created = await browser.post('/admin/api-agent-tokens/new', {
      agent: 'B',
      scopes: 'propose',
      direct: 'signal',
    })
    const [, address = ''] = /class="button primary" href="([^"]+)"/.exec(created.body) ?? []
    expect((await browser.get(address)).body).toMatch(/<dt>Direct<a[^>]*>✎<\/a><\/dt>\s*<dd>signal</)
    const listed = await browser.get('/admin/api-agent-tokens?search=B')
    expect(listed.body).toMatch(/<td[^>]*>\s*propose\s*<\/td>\s*<td[^>]*>\s*signal\s*</)
    const rejected = await browser.post('/admin/api-agent-tokens/new', { agent: 'C', direct: 'direction' })
    expect(rejected.status).toBe(422)
  })
})
