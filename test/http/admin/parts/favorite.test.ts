import { beforeAll, expect, test } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
let star: string
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
  star = `/admin/products/${(await makeProduct(world)).id}/favorite`
  await browser.get('/admin/products')
})

test.each([
  ['http://ops.test/admin/products?is_favorite=0', '/admin/products?is_favorite=0'],
  ['http://evil.test//evil.test/admin', undefined],
  ['http://ops.test/admin/logout', undefined],
  ['not a URL', undefined],
])('without JavaScript, the star leads back to a page of ours: %s', async (referer, location) => {
  const answer = await browser.post(star, { is_favorite: '1' }, { referer })
  expect(answer.status).toBe(303)
  expect(answer.location).toBe(location ?? star.replace('/favorite', ''))
})

test('with htmx, the star is answered with the new button only, and is stored with history', async () => {
  const on = await browser.post(star, { is_favorite: '1' }, { 'hx-request': 'true' })
  expect(on.status).toBe(200)
  expect(on.body).toMatch(
    /^\s*<form[\s\S]*aria-pressed="true" aria-label="Remove from favourites"[\s\S]*<\/form>\s*$/,
  )
  expect((await browser.get('/admin/products?is_favorite=1')).body).toContain(`action="${star}"`)
  const off = await browser.post(star, { is_favorite: '0' }, { 'hx-request': 'true' })
  expect(off.body).toContain('aria-pressed="false" aria-label="Add to favourites"')
  const page = (await browser.get(star.replace('/favorite', ''))).body
  expect(page).toContain('aria-label="Add to favourites"')
  expect(page.match(/class="name">Favourite</g)?.length).toBeGreaterThan(1)
})

test('the star needs the role of a writer, a CSRF token, a value and a product', async () => {
  const inactive = await signIn(world, await makePerson(world, 'manager', { status: 'inactive' }))
  expect((await inactive.get('/admin/products')).body).not.toContain('/favorite')
  expect((await inactive.post(star, { is_favorite: '1' })).status).toBe(403)
  expect((await browser.post(star, { is_favorite: '1', _csrf: 'wrong' })).status).toBe(403)
  expect((await browser.post(star)).status).toBe(422)
  expect((await browser.post('/admin/products/999999/favorite', { is_favorite: '1' })).status).toBe(404)
})
