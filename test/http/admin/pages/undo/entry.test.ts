import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import {
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  makeToken,
  root,
  sql,
} from '../../../../support/makers.ts'
import { makeCompany, makeStrategy } from '../../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
let manager: Browser

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  manager = await signIn(world, await makePerson(world, 'manager'))
})

const newest = async (type: string, id: number, event: string) => {
  const text =
    'select max(id)::int as id from history where record_type = $1 and record_id = $2 and event = $3'
  return Number((await sql(world, text, type, id, event))[0]?.id)
}
const question = async (type: string, id: number, event = 'created') =>
  `/admin/activity/${await newest(type, id, event)}/revert`
const row = async (table: string, id: number) =>
  (await sql(world, `select * from ${table} where id = $1`, id))[0]

describe('the creation of a record is withdrawn', () => {
  it.each([
    ['signal', 'signals', makeSignal, { status: 'dismissed', resolution: 'Withdrawn: It was noise.' }],
    ['insight', 'insights', makeInsight, { retraction: 'It was noise.' }],
    ['economics', 'economics', makeEconomics, { retraction: 'It was noise.' }],
    ['decision', 'decisions', makeDecision, { status: 'cancelled' }],
    ['task', 'tasks', makeTask, { status: 'cancelled' }],
    ['product', 'products', makeProduct, { portfolio_status: 'archived' }],
    ['app', 'apps', makeApp, { implementation_status: 'retired' }],
    ['canon_rule', 'canon_rules', makeRule, { status: 'archived' }],
  ] as const)(
    'of a %s by the end of its kind, which is stored with the reason',
    async (type, table, make, end) => {
      const { id } = await make(world)
      const address = await question(type, id)
      expect((await browser.get(`/admin/${table.replaceAll('_', '-')}/${id}`)).body).toContain(
        `href="${address}"`,
      )
      expect((await browser.get('/admin/activity?per_page=200')).body).toContain(`href="${address}"`)
      const asked = await browser.get(address)
      expect(asked.status).toBe(200)
      expect(asked.body).toMatch(/<button class="primary">\s*Revert/)
      expect((await browser.post(address, { reason: 'It was noise.' })).status).toBe(303)
      expect(await row(table, id)).toMatchObject(end)
      const [entry] = await sql(
        world,
        'select reason, surface from history where record_type = $1 and record_id = $2 order by id desc',
        type,
        id,
      )
      expect(entry).toEqual({ reason: 'It was noise.', surface: 'admin' })
      const again = await browser.confirm(address)
      expect([again.status, again.body.includes('withdrawn already')]).toEqual([409, true])
    },
  )

  it('of a company by its deletion, which can be restored', async () => {
    const { id } = await makeCompany(admin, { name: 'Short Lived' })
    expect((await browser.confirm(await question('company', id))).location).toBe('/admin/companies')
    expect((await row('companies', id))?.deleted_at).not.toBeNull()
    expect((await browser.confirm(await question('company', id, 'deleted'))).location).toBe(
      `/admin/companies/${id}`,
    )
    expect((await row('companies', id))?.deleted_at).toBeNull()
  })

  it('is refused while records of others rest on it, which it names', async () => {
    const token = await makeToken(world)
    const product = await makeProduct(world, { name: 'Carrier' })
    const address = await question('product', product.id)
    await makeSignal(world, { product_slug: product.slug, title: 'Of the same author' })
    const { status, body } = await world.send(
      'POST',
      `${root}/signals`,
      { product_slug: product.slug, signal_type: 'risk', title: 'Of another agent' },
      token.headers,
    )
    expect([status, body.message]).toEqual([201, expect.any(String)])
    const refused = await browser.confirm(address)
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('Of another agent')
    expect(refused.body).not.toContain('Of the same author')
    expect(await row('products', product.id)).not.toMatchObject({ portfolio_status: 'archived' })
    // A record that has ended rests on nothing.
    expect((await browser.confirm(await question('signal', body.signal.id))).status).toBe(303)
    expect((await browser.confirm(address)).status).toBe(303)
  })

  it('by an admin of anyone, by a manager of the own ones', async () => {
    const { id } = await makeSignal(world)
    const address = await question('signal', id)
    expect((await manager.get(address)).status).toBe(403)
    expect((await manager.post(address)).status).toBe(403)
    expect((await manager.get(`/admin/signals/${id}`)).body).not.toContain(address)
    await manager.get('/admin/companies/new')
    const { location = '' } = await manager.post('/admin/companies/new', { name: 'Of the manager' })
    const own = await question('company', Number(location.split('/').at(-1)))
    expect((await manager.confirm(own)).status).toBe(303)
  })

  it('after a question that names the records that it refers to', async () => {
    const product = await makeProduct(world, { name: 'Shown by name' })
    const { id } = await makeSignal(world, { product_slug: product.slug })
    const { body } = await browser.get(await question('signal', id))
    expect(body).toContain('>Shown by name</a>')
    expect(body).not.toContain('(deleted)')
    expect(body).toMatch(/<\/time>\. Withdraw it\?/)
  })

  it('only as the page showed the record', async () => {
    const { id } = await makeSignal(world, { title: 'Shown' })
    const address = await question('signal', id)
    await browser.get(address)
    await world.send('PATCH', `${root}/signals/${id}`, { severity: 'critical' })
    const late = await browser.post(address)
    expect([late.status, late.body.includes('changed after the page was opened')]).toEqual([409, true])
    expect((await browser.post(address)).status).toBe(303)
  })
})

describe('a deletion is restored', () => {
  it('with the id and all values of a record whose row was deleted', async () => {
    const product = await makeProduct(world)
    await browser.get('/admin/competitors/new')
    const { location = '' } = await browser.post('/admin/competitors/new', {
      product_slug: product.slug,
      name: 'Rival',
      note: 'Cheap',
    })
    const id = Number(location.split('/').at(-1))
    const { updated_at: _, ...before } = (await row('competitors', id)) as Record<string, unknown>
    await browser.confirm(`/admin/competitors/${id}/delete`)
    const address = await question('competitor', id, 'deleted')
    expect((await browser.get('/admin/activity')).body).toMatch(
      new RegExp(`href="${address}"[^>]*>\\s*Restore`),
    )
    expect((await browser.get(address)).body).toContain('Rival')
    expect((await browser.post(address)).location).toBe(`/admin/competitors/${id}`)
    expect(await row('competitors', id)).toMatchObject(before)
    const again = await browser.confirm(address)
    expect([again.status, again.body.includes('restored or changed since')]).toEqual([409, true])
  })

  it('unless its unique name is taken, which it says', async () => {
    const { id } = await makeCompany(admin, { name: 'Taken Name' })
    await browser.confirm(`/admin/companies/${id}/delete`)
    await makeCompany(admin, { name: 'Taken Name' })
    const { status, body } = await browser.confirm(await question('company', id, 'deleted'))
    expect([status, body.includes('The name has already been taken.')]).toEqual([409, true])
    expect((await row('companies', id))?.deleted_at).not.toBeNull()
  })

  it('unless a record that it belongs to is deleted, which it names', async () => {
    const company = await makeCompany(admin, { name: 'Gone First' })
    const strategy = await makeStrategy(admin, { company_id: company.id, name: 'Orphan' })
    await browser.confirm(`/admin/strategies/${strategy.id}/delete`)
    await browser.confirm(`/admin/companies/${company.id}/delete`)
    const { status, body } = await browser.confirm(await question('strategy', strategy.id, 'deleted'))
    expect([status, body.includes('Gone First')]).toEqual([409, true])
  })

  it('for 30 days', async () => {
    const { id } = await makeCompany(admin, { name: 'Long Gone' })
    await browser.confirm(`/admin/companies/${id}/delete`)
    const entry = await newest('company', id, 'deleted')
    await sql(world, `update history set created_at = now() - interval '31 days' where id = $1`, entry)
    expect((await browser.get(`/admin/activity/${entry}/revert`)).status).toBe(409)
  })

  it('once, of two people at once', async () => {
    const { id } = await makeCompany(admin, { name: 'Twice' })
    await browser.confirm(`/admin/companies/${id}/delete`)
    const address = await question('company', id, 'deleted')
    const other = await signIn(world, await makePerson(world))
    await Promise.all([browser.get(address), other.get(address)])
    const answers = await Promise.all([browser.post(address), other.post(address)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  })
})
