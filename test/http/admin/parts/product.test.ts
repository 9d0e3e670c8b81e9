import { expect, it } from 'vitest'
import { signIn } from '../../../support/admin.ts'
import { makeProduct } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

it('the page of a product links to all of its competitors only if it has some', async () => {
  const world = await makeWorld()
  const browser = await signIn(world, await makePerson(world))
  const { id, slug } = await makeProduct(world)
  const link = `<a href="/admin/competitors?product_slug=${slug}">All</a>`
  const address = `/admin/products/${id}`
  expect((await browser.get(address)).body).not.toContain(link)
  await browser.get('/admin/competitors/new')
  const created = await browser.post('/admin/competitors/new', { name: 'Rival', product_slug: slug })
  expect(created.status).toBe(303)
  expect((await browser.get(address)).body).toContain(link)
})
