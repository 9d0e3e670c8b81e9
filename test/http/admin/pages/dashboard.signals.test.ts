import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeSignal } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world))
  await makeProduct(world, { name: 'Scanner', direction_slug: 'utilities' })
  await makeProduct(world, { name: 'Scanner', direction_slug: 'fitness' })
  for (const status of ['open', 'acknowledged', 'in-progress', 'resolved', 'dismissed'])
    await makeSignal(world, {
      product_slug: 'scanner',
      status,
      severity: 'critical',
      signal_type: 'growth-point',
      title: 'Featured',
    })
})

const criticalCard = async () =>
  /<a href="([^"]*)">\s*<span class="label">Critical signals<\/span>\s*<span class="value ([^"]*)">(\d+)</.exec(
    (await browser.get('/admin')).body,
  ) ?? []
const panelOf = async (id: string) => {
  const { body } = await browser.get('/admin')
  return body.split(`aria-labelledby="${id}"`)[1]?.split('</section>')[0] ?? ''
}

it('counts every unresolved signal, and leads to a list with exactly these', async () => {
  const [, href = '', , count] = await criticalCard()
  expect(count).toBe('3')
  const { body } = await browser.get(href.replaceAll('&amp;', '&'))
  expect(body.match(/<th scope="row"/g)).toHaveLength(3)
})

it('shows critical growth points in another color than problems', async () => {
  expect((await criticalCard())[2]).not.toContain('bad')
  expect(await panelOf('attention')).toMatch(/badge good">Critical<\/span>[\s\S]*Featured/)
  expect(await panelOf('signals')).toContain('badge good">Critical<')
  const { body } = await browser.get('/admin/signals')
  expect(body).toContain('badge good">Critical<')
  expect(body).not.toContain('badge bad">Critical<')
  await makeSignal(world, { product_slug: 'scanner', severity: 'critical', title: 'Crash' })
  expect((await criticalCard())[2]).toContain('bad')
  expect(await panelOf('signals')).toContain('badge bad">Critical<')
  expect((await browser.get('/admin/signals')).body).toContain('badge bad">Critical<')
})

it('tells products of one name apart by their direction', async () => {
  const products = await panelOf('products')
  expect(products).toContain('>Scanner (Utilities)</a>')
  expect(products).toContain('>Scanner (Fitness)</a>')
  expect((await browser.get('/admin/signals')).body).toContain('>Scanner (Utilities)</a>')
  const suggested = JSON.parse((await browser.get('/admin/suggestions/products?q=scanner')).body)
  expect(suggested).toEqual([
    { value: 'Scanner (scanner-2)', label: 'scanner-2, Fitness', key: 'product 2' },
    { value: 'Scanner (scanner)', label: 'scanner, Utilities', key: 'product 1' },
  ])
})
