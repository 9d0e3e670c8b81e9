import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeProduct, makeSignal, makeTask, root } from '../../../../support/makers.ts'
import { makeApplication } from '../../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

const portfolioLimit = 10
const operationsLimit = 50

let world: World
let admin: TestUser
let browser: Browser
let product_slug: string

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  product_slug = (await makeProduct(world)).slug
  await makeTask(world, {
    product_slug,
    priority: 'high',
    due_at: '2020-01-02',
    title: 'Overdue task',
    owner: 'Anna',
  })
})

/** Returns a panel of the dashboard. */
async function panelOf(id: string): Promise<string> {
  const { body } = await browser.get('/admin')
  return (
    new RegExp(`<section class="panel" aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(body)?.[0] ?? ''
  )
}

const itemsOf = (panel: string) => panel.match(/<li>/g) ?? []

const signal = () => makeSignal(world, { product_slug, signal_type: 'problem', severity: 'critical' })

it('lists every item that needs attention, the first nine at once', async () => {
  for (let count = 1; count < portfolioLimit - 1; count += 1) await signal()
  const nine = await panelOf('attention')
  expect(itemsOf(nine)).toHaveLength(9)
  expect(nine).not.toContain('<details>')
  await signal()
  const ten = await panelOf('attention')
  const { need_attention } = (await world.send('GET', `${root}/summary`)).body
  expect(itemsOf(ten)).toHaveLength(need_attention.length)
  expect(ten).toMatch(/<summary>1 more<\/summary>[\s\S]*Overdue task/)
  expect(ten).toMatch(/Finish the task, due on 2 Jan 2020\. · Anna · <time datetime="[^"]+"[^>]*>just now</)
})

it('says where the rest is once a list has its maximum of items', async () => {
  await signal()
  const portfolio = await panelOf('attention')
  expect(portfolio).toContain('Only the first 10 of 11 portfolio items are included.')
  expect(portfolio).toMatch(
    /in <a [^>]*>unresolved signals<\/a>, <a [^>]*>due verdicts<\/a>, <a [^>]*>overdue reviews<\/a> and <a/,
  )
  expect(portfolio).not.toContain('items of operations')
  const overdue = (await browser.get('/admin/tasks?overdue=1')).body
  expect(portfolio).toContain('href="/admin/tasks?overdue=1"')
  expect(overdue).toContain('Overdue task')
  for (let count = 0; count < operationsLimit; count += 1) await makeApplication(admin)
  const both = await panelOf('attention')
  expect(itemsOf(both)).toHaveLength(portfolioLimit + operationsLimit)
  expect(both).toContain('<summary>51 more</summary>')
  expect(both).toContain('Only the first 50 operations items are included.')
  expect(both).toMatch(/in <a [^>]*>applications<\/a> and <a/)
  for (const [, href = ''] of both.matchAll(/<a href="([^"]*\?[^"]*)"/g))
    expect((await browser.get(href)).status).toBe(200)
})

it('says how many products there are if it shows only the first', async () => {
  for (let count = 1; count < 8; count += 1) await makeProduct(world)
  expect(await panelOf('products')).not.toContain('All ')
  await makeProduct(world)
  const panel = await panelOf('products')
  expect(itemsOf(panel)).toHaveLength(8)
  expect(panel).toContain('<a href="/admin/products">All 9 products</a>')
})
