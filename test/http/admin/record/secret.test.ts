import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { crawl } from '../../../support/crawl.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: Browser
const secrets: string[] = []
beforeAll(async () => {
  world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
})

it.each([
  ['api-token', { token_name: 'Report', abilities: 'apps:read' }, /^ops_\w{20,}$/],
  ['api-agent-tokens', { agent: 'Reader', client: 'cursor' }, /^pft_\w{20,}$/],
  ['api-keys', { agent: 'Bot', scopes: 'resources:read' }, /^llm_\w{20,}$/],
  ['users', { name: 'Boris', email: 'boris@people.test', role: 'user' }, /^\S{12,}$/],
])(
  'the answer to the creation of one of %s has the secret, and is not stored by the browser',
  async (collection, fields, expected) => {
    await admin.get(`/admin/${collection}`)
    const { status, headers, body } = await admin.post(`/admin/${collection}/new`, fields)
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.etag).toBeUndefined()
    const secret = /<code id="secret">([^<]+)</.exec(body)?.[1] ?? ''
    expect(secret).toMatch(expected)
    expect(body).toContain('<button type="button" data-copy="#secret" hidden>Copy</button>')
    secrets.push(secret)
  },
)

it('no other page has a secret', async () => {
  await world.app.inject({ url: '/api/v1/companies', headers: { authorization: `Bearer ${secrets[0]}` } })
  const pages = await crawl(admin, '/admin')
  for (const name of ['api-token', 'api-agent-tokens', 'api-keys', 'users']) {
    expect([...pages.keys()]).toContainEqual(expect.stringMatching(new RegExp(`^/admin/${name}/\\d+$`)))
    expect([...pages.keys()]).toContain(`/admin/${name}.csv`)
  }
  for (const [path, { body }] of pages)
    for (const secret of secrets) expect(body.includes(secret), path).toBe(false)
})
