import { beforeAll, describe, expect, it } from 'vitest'
import type { NewRequestRow } from '../../../../../src/journal/request-log/request-row.ts'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeToken, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { logRequests } from '../../../../support/request-log.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
const log = '/admin/api-request-logs'
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
})

async function insert(fields: Partial<NewRequestRow>): Promise<number> {
  await logRequests(world, fields)
  const [{ id }] = (await sql(world, 'select max(id)::int as id from request_logs')) as [{ id: number }]
  return id
}

describe('the page of a request', () => {
  it('shows why it was rejected', async () => {
    const errors = { 'tasks.0.title': ['The <b>.'], name: ['One.', 'Two.'] }
    const { body } = await browser.get(
      `${log}/${await insert({ status: 422, code: 'validation_failed', errors })}`,
    )
    expect(body).toContain('<dt>Error code</dt><dd><code>validation_failed</code></dd>')
    expect(body).toContain(
      '<li><code>name</code>: One. Two.</li><li><code>tasks.0.title</code>: The &lt;b>.</li>',
    )
  })

  it('shows everything about it, with links to its user, its token and what it changed', async () => {
    const { headers } = await admin.send('POST', '/companies', { name: '<script>alert(2)</script>' })
    const logged = () =>
      sql(world, 'select id from request_logs where request_id = $1', headers['x-request-id'])
    await expect.poll(async () => (await logged()).length).toBe(1)
    const { status, body } = await browser.get(`${log}/${(await logged())[0]?.id}`)
    expect(status).toBe(200)
    for (const text of ['POST /api/v1/companies', '201', '127.0.0.1', String(headers['x-request-id'])])
      expect(body).toContain(text)
    expect(body).toContain(`href="/admin/users/${admin.id}"`)
    expect(body).toContain(`href="/admin/api-token/${admin.token_id}"`)
    expect(body).toMatch(/Created<\/strong> company\s*<a href="\/admin\/companies\/\d+">/)
    expect(body).not.toContain('<script>alert')
  })

  it('links to the token of an agent by its id', async () => {
    const { id: token_id, name: token_name } = await makeToken(world)
    const id = await insert({ status: 200, path: '/api/portfolio/products', token_id, token_name })
    const link = `/admin/api-agent-tokens/${token_id}`
    expect((await browser.get(`${log}/${id}`)).body).toContain(`href="${link}"`)
    expect((await browser.get(link)).body).toContain(`<h1>${token_name}</h1>`)
  })

  it('links only to what a manager may see', async () => {
    const id = await insert({
      status: 200,
      user_id: admin.id,
      user_name: admin.name,
      token_id: 3,
      token_name: 'agent',
    })
    const person = await makePerson(world, 'manager')
    const manager = await signIn(world, person)
    const { body } = await manager.get(`${log}/${id}`)
    expect(body).toContain(admin.name)
    expect(body).not.toContain('/admin/users/')
    expect(body).not.toContain('/admin/api-token/')
    const { id: user_id, name: user_name, token_id } = person
    const own = await insert({ status: 200, user_id, user_name, token_id, token_name: 'agent' })
    const link = `/admin/api-token/${token_id}`
    expect((await manager.get(`${log}/${own}`)).body).toContain(`href="${link}"`)
    expect((await manager.get(link)).status).toBe(200)
  })

  it('returns 404 for a request that is not in the log', async () => {
    const paths = [`${log}/999999`, `${log}/x`]
    expect(await Promise.all(paths.map(async (path) => (await browser.get(path)).status))).toEqual([404, 404])
  })
})
