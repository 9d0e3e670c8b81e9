import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeTask, makeToken, root, sql } from '../../../support/makers.ts'
import { makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
let manager: Browser
let product: { id: number; slug: string }
let company: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  manager = await signIn(world, await makePerson(world, 'manager'))
  product = await makeProduct(world, { name: '<script>alert(1)</script> {{7*7}}', next_step: 'Wait' })
  company = await makeCompany(admin, { name: 'Northwind', website: 'https://old.example' })
  const { headers } = await makeToken(world)
  await world.send('PATCH', `${root}/products/${product.id}`, { next_step: 'Ship it' }, headers)
})

const decode = (text = '') => text.replaceAll('&amp;', '&')
const changesOf = (body: string) => [...body.matchAll(/id="change-(\d+)"/g)].map(([, id]) => Number(id))

async function changeCompany(website: string, by = admin): Promise<number> {
  expect((await by.send('PATCH', `/companies/${company.id}`, { website })).status).toBe(200)
  const [entry] = await sql(world, `select max(id)::int as id from history where record_type = 'company'`)
  return entry?.id as number
}

async function websiteNow(): Promise<unknown> {
  return (await admin.send('GET', `/companies/${company.id}`)).body.data.website
}

describe('the activity', () => {
  it('shows who changed what, from what to what, with a link to the record', async () => {
    const { body } = await browser.get('/admin/activity')
    expect(body).toMatch(/Updated<\/strong> product\s*<a href="\/admin\/products\/1">/)
    expect(body).toContain('<del>Wait</del> <span aria-hidden="true">→</span> <ins>Ship it</ins>')
    expect(body).toMatch(/>agent \d+<\/a>/)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script>alert(1)&lt;/script> {{7*7}}')
  })

  it('shows what blocks a task as a link to another task, or as a text', async () => {
    const blocker = await makeTask(world, { product_slug: product.slug })
    const text = 'Google has to approve the permission'
    const { id } = await makeTask(world, { product_slug: product.slug, blocked_by: blocker.id })
    await world.send('PATCH', `${root}/tasks/${id}`, { blocked_by: text })
    const { body } = await browser.get(`/admin/tasks/${id}`)
    const link = `<a href="/admin/tasks/${blocker.id}">${blocker.title}</a>`
    expect(body).toContain(`<del>${link}</del> <span aria-hidden="true">→</span> <ins>${text}</ins>`)
  })

  it.each([
    ['actor=portfolio_token', 1],
    ['actor=agent', 1],
    ['surface=mcp', 0],
    ['entity=company', 1],
    ['entity=product&actor=portfolio_token&surface=http', 1],
    ['since=2099-01-01', 0],
  ])('is filtered by %s', async (query, count) => {
    const { status, body } = await browser.get(`/admin/activity?${query}`)
    expect(status).toBe(200)
    expect(changesOf(body)).toHaveLength(count)
    for (const name of ['actor', 'surface', 'entity', 'since']) expect(body).toContain(`name="${name}"`)
  })

  it('is paged by cursor', async () => {
    const first = await browser.get('/admin/activity?per_page=2')
    const [, href] = /rel="next" href="([^"]*)">Older/.exec(first.body) ?? []
    const second = await browser.get(decode(href))
    expect(changesOf(first.body)).toHaveLength(2)
    expect(Math.max(...changesOf(second.body))).toBeLessThan(Math.min(...changesOf(first.body)))
    expect(second.body).toContain('>Newest</a>')
  })

  it('shows an invalid filter beside its control, with 422', async () => {
    const { status, body } = await browser.get('/admin/activity?since=yesterday')
    expect(status).toBe(422)
    expect(body).toContain('id="error-since"')
  })

  it('hides changes of users and tokens from managers', async () => {
    expect((await browser.get('/admin/activity')).body).toContain(admin.email)
    const { body } = await manager.get('/admin/activity')
    expect(body).toContain('Ship it')
    expect(body).not.toContain(admin.email)
    expect(changesOf((await manager.get('/admin/activity?entity=user')).body)).toEqual([])
  })

  it('is rendered by the same number of statements, however many changes there are', async () => {
    expect(await statementsOf(() => browser.get('/admin/activity?per_page=1'))).toHaveLength(5)
    expect(await statementsOf(() => browser.get('/admin/activity'))).toHaveLength(5)
  })

  it('leads to the request that made a change, while the log has it', async () => {
    const id = await changeCompany('https://request.example')
    const path = `/admin/activity/${id}/request`
    await expect.poll(async () => (await browser.get(path)).status).toBe(303)
    expect((await browser.get((await browser.get(path)).location ?? '')).body).toContain(
      'PATCH /api/v1/companies/',
    )
    await sql(world, 'delete from request_logs')
    expect((await browser.get(path)).status).toBe(404)
  })
})

describe('reverting a change', () => {
  it('asks first, then writes the previous values back as a new change', async () => {
    const before = await websiteNow()
    const id = await changeCompany('https://mistake.example')
    const page = await browser.get(`/admin/companies/${company.id}`)
    expect(page.body).toContain(`href="/admin/activity/${id}/revert">Revert</a>`)
    const question = await browser.get(`/admin/activity/${id}/revert`)
    expect(question.body).toMatch(
      /<td class="text">https:\/\/request[^<]*<\/td>\s*<td class="text">https:\/\/mistake/,
    )
    const answer = await browser.post(`/admin/activity/${id}/revert`)
    expect(answer).toMatchObject({ status: 303, location: `/admin/companies/${company.id}` })
    expect(await websiteNow()).toBe(before)
    const [last] = await sql(world, 'select actor, surface, event from history order by id desc limit 1')
    expect(last).toMatchObject({ actor: { type: 'user', id: admin.id }, surface: 'admin', event: 'updated' })
  })

  it('is rejected with 409 and a comparison if its only field was changed again and is not ticked', async () => {
    const id = await changeCompany('https://first.example')
    const manager = await makePerson(world, 'manager')
    await changeCompany('https://second.example', manager)
    await browser.get(`/admin/activity/${id}/revert`)
    const { status, body } = await browser.post(`/admin/activity/${id}/revert`)
    expect(status).toBe(409)
    expect(body).toMatch(new RegExp(`Website[\\s\\S]*second\\.example[\\s\\S]*${manager.name}`))
    expect(await websiteNow()).toBe('https://second.example')
  })

  it('is neither offered nor possible for a change that set no field of a form', async () => {
    const [entry] = await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
      select record_type, record_id, 'note_added', actor, '{}', surface from history
      where record_type = 'company' and event = 'created' limit 1 returning id::int`,
    )
    expect((await browser.get(`/admin/companies/${company.id}`)).body).not.toContain(
      `/activity/${entry?.id}/revert`,
    )
    expect((await browser.get(`/admin/activity/${entry?.id}/revert`)).status).toBe(409)
    expect((await browser.post(`/admin/activity/${entry?.id}/revert`)).status).toBe(409)
    expect((await browser.get('/admin/activity/999999/revert')).status).toBe(404)
  })

  it('is offered and allowed to managers only for their own changes, and to no inactive person', async () => {
    const person = await makePerson(world, 'manager')
    const [manager, idle] = [await signIn(world, person), await makePerson(world)]
    const inactive = await signIn(world, idle)
    await sql(world, `update users set status = 'inactive' where id = $1`, idle.id)
    const id = await changeCompany('https://third.example')
    for (const other of [manager, inactive]) {
      expect((await other.get('/admin/activity')).body).not.toContain('/revert')
      expect((await other.get(`/admin/companies/${company.id}`)).body).not.toContain('/revert')
      expect((await other.get(`/admin/activity/${id}/revert`)).status).toBe(403)
      expect((await other.post(`/admin/activity/${id}/revert`)).status).toBe(403)
    }
    const own = await changeCompany('https://fourth.example', person)
    const { body } = await manager.get(`/admin/companies/${company.id}`)
    expect(body.match(/activity\/\d+\/revert/g)).toEqual([`activity/${own}/revert`])
    expect((await manager.get(`/admin/activity/${own}/revert`)).status).toBe(200)
    expect((await manager.post(`/admin/activity/${own}/revert`)).status).toBe(303)
    expect(await websiteNow()).toBe('https://third.example')
  })
})
