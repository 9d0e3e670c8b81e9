import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeTask, root } from '../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let owner: TestUser
let browser: Browser
let company: { id: number }
let product: { id: number; slug: string }
let application: { id: number }
let task: { id: number }
let blocker: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  owner = await makePerson(world, 'manager')
  browser = await signIn(world, admin)
  company = await makeCompany(admin, { name: 'Northwind & Sons' })
  product = await makeProduct(world, { name: '<b>Compass</b>' })
  application = await makeApplication(admin, { status: 'active' })
  const change = { owner_id: owner.id, company_id: company.id, status: 'paused' }
  expect((await admin.send('PATCH', `/applications/${application.id}`, change)).status).toBe(200)
  blocker = await makeTask(world, { product_slug: product.slug, title: 'Blocker' })
  task = await makeTask(world, { product_slug: product.slug, blocked_by: blocker.id })
  await world.send('PATCH', `${root}/tasks/${task.id}`, { blocked_by: 'The review of the store' })
})

/** Returns the changes of an application or a task, without the rest of its history. */
const changesOf = (body: string) => [...body.matchAll(/<ul class="changes">[\s\S]*?<\/ul>/g)].join('\n')

const pages = [
  ['the history', (collection: string, id: number) => `/admin/${collection}/${id}`],
  [
    'the activity',
    (collection: string, id: number) => `/admin/activity?entity=${collection.slice(0, -1)}&record_id=${id}`,
  ],
] as const

describe.each(pages)('the changes in %s', (_, address) => {
  it('have the labels of choices, and the names of references as links', async () => {
    const shown = changesOf((await browser.get(address('applications', application.id))).body)
    expect(shown).toMatch(/<del>Active<\/del>[^<]*<span[^>]*>→<\/span> <ins>Paused<\/ins>/)
    expect(shown).toContain(`<a href="/admin/users/${owner.id}">${owner.name}</a>`)
    expect(shown).toContain(`<a href="/admin/companies/${company.id}">Northwind &amp; Sons</a>`)
  })

  it('link to a task by its title, and show another cause as text', async () => {
    const shown = changesOf((await browser.get(address('tasks', task.id))).body)
    expect(shown).toContain(`<del><a href="/admin/tasks/${blocker.id}">Blocker</a></del>`)
    expect(shown).toContain('<ins>The review of the store</ins>')
    expect(shown).toContain(`<a href="/admin/products/${product.id}">&lt;b>Compass&lt;/b></a>`)
  })

  it('name an owner without a link for a person who may not open the page of the user', async () => {
    const manager = await signIn(world, await makePerson(world, 'manager'))
    const shown = changesOf((await manager.get(address('applications', application.id))).body)
    expect(shown).toContain(`<ins>${owner.name}</ins>`)
    expect(shown).toContain('Northwind &amp; Sons')
  })

  it('are rendered by the same number of statements, however many references they have', async () => {
    const path = address('applications', application.id)
    const before = (await statementsOf(() => browser.get(path))).length
    for (const name of ['Third', 'Fourth']) {
      const { id } = await makeCompany(admin, { name: `${name} of ${path}` })
      await admin.send('PATCH', `/applications/${application.id}`, { company_id: id })
    }
    expect(await statementsOf(() => browser.get(path))).toHaveLength(before)
  })
})
