import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeSignal } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let admin: Browser
beforeAll(async () => {
  const world = await makeWorld()
  admin = await signIn(world, await makePerson(world))
  const { slug } = await makeProduct(world, { name: 'Torch <1>' })
  await makeSignal(world, { product_slug: slug, title: 'Flickers' })
})

/** Returns the texts of the chips of a page with their addresses. */
async function chipsOn(path: string) {
  const { body } = await admin.get(path)
  const chips = body.matchAll(/<a class="chip" href="([^"]*)"\s*><span[^>]*>[^<]*<\/span>([^<]*)</g)
  return [...chips].map(([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')])
}

it('shows each filter that is set as a link that removes it', async () => {
  expect(await chipsOn('/admin/signals?status=open&product_slug=torch-1&sort=title')).toEqual([
    ['Status: Open', '/admin/signals?product_slug=torch-1&sort=title'],
    ['Product: Torch &lt;1>', '/admin/signals?status=open&sort=title'],
  ])
  expect(await chipsOn('/admin/activity?surface=http&since=2026-01-01')).toEqual([
    ['Interface: Http', '/admin/activity?since=2026-01-01'],
    ['Since: 2026-01-01', '/admin/activity?surface=http'],
  ])
  expect(await chipsOn('/admin/proposals?product_slug=torch-1')).toEqual([
    ['Product: Torch &lt;1>', '/admin/proposals'],
  ])
  expect(await chipsOn('/admin/signals')).toEqual([])
})

it('folds the controls, unless one of them is invalid', async () => {
  const folded = (await admin.get('/admin/signals?status=open')).body
  expect(folded).toMatch(/<details class="filter-fold"\s*>\s*<summary>Filters</)
  expect(folded).toContain('href="/admin/signals">Clear<')
  const { status, body } = await admin.get('/admin/signals?product_slug=nothing')
  expect(status).toBe(422)
  expect(body).toMatch(/<details class="filter-fold" open\s*>/)
})
