import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../../../support/admin.ts'
import { countsOn } from '../../../../support/csv-upload.ts'
import { makeApp, makeProduct, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { importFile, resultsOn, undo, undoLinkOn, windowOf } from '../../../../support/undo.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
})
// A window is that of one person.
beforeEach(async () => {
  admin = await makePerson(world)
  browser = await signIn(world, admin)
})

async function edit(list: string, id: number, fields: Record<string, string>) {
  const address = `/admin/${list}/${id}/edit`
  const form = formFields(await browser.get(address))
  expect((await browser.post(address, { ...form, ...fields })).status).toBe(303)
}

const sinceOf = (location: string) => new URL(location, 'http://ops.test').searchParams.get('since') ?? ''

describe('a file that was imported, undone and imported again', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  let slug: string
  let first: unknown[]
  let since: string
  const stored = () =>
    sql(
      world,
      'select id, date, rating from store_truth where app_id = (select id from apps where slug = $1) order by id',
      slug,
    )
  beforeEach(async () => {
    slug = (await makeApp(world, { product_slug: (await makeProduct(world)).slug })).slug
    const file = ['app_slug,date,rating', ...days.map((day) => `${slug},${day},4.5`)]
    const address = await importFile(world, browser, 'store-truth', ...file)
    first = await stored()
    since = sinceOf((await undo(browser, address)).location ?? '')
    await importFile(world, browser, 'store-truth', ...file)
  })

  it('is as at first when the undo and the second import are undone, and the undo of that undoes it', async () => {
    const second = await stored()
    expect(countsOn((await browser.get(windowOf(admin, since))).body)).toEqual({ 'Can be undone': 6 })
    const { location = '' } = await undo(browser, windowOf(admin, since))
    expect(await stored()).toEqual(first)
    const again = await undo(browser, undoLinkOn(await browser.get(location)))
    expect(again.status).toBe(303)
    expect(await stored()).toEqual(second)
  })

  it('is as at first also if both are one change set, which deletes rows and inserts others with their keys', async () => {
    const second = await stored()
    const [{ old, last } = {}] = await sql(
      world,
      'select min(id) as old, max(id) as last from (select id from change_sets order by id desc limit 2) as newest',
    )
    await sql(
      world,
      'update history set set_id = $1, created_at = (select max(created_at) from history where set_id = $1) where set_id = $2',
      last,
      old,
    )
    await sql(world, 'update history set is_folded = true where set_id = $1 and event = $2', last, 'deleted')
    await sql(world, 'delete from change_sets where id = $1', old)
    expect(countsOn((await browser.get(windowOf(admin, since))).body)).toEqual({ 'Can be undone': 6 })
    const { location = '' } = await undo(browser, windowOf(admin, since))
    expect(await stored()).toEqual(first)
    // That set contains deletions and restorations.
    expect((await undo(browser, undoLinkOn(await browser.get(location)))).status).toBe(303)
    expect(await stored()).toEqual(second)
  })
})

describe('the undo of an import among other changes', () => {
  it('has its place between those before and after it', async () => {
    const product = (name: string) => makeProduct(world, { name })
    const [before, imported, after] = [
      await product('Before'),
      await product('Imported'),
      await product('After'),
    ]
    await edit('products', before.id, { next_step: 'One' })
    await importFile(world, browser, 'products', 'slug,next_step', `${imported.slug},Two`)
    await edit('products', after.id, { next_step: 'Three' })
    const results = resultsOn(await browser.get(windowOf(admin)))
    expect(results.map(([record]) => record)).toEqual(['Product After', 'Product Imported', 'Product Before'])
    const { location = '' } = await undo(browser, windowOf(admin))
    const { body } = await browser.get(location)
    const shown = body.match(/Undid changes of 1 product|>\s*(?:Before|After)\s*</g)
    expect(shown?.map((text) => text.replace(/[<>\s]+/g, ' ').trim())).toEqual([
      'Before',
      'Undid changes of 1 product',
      'After',
    ])
  })

  it('contains what an older change had to free first, and counts it', async () => {
    const { slug } = await makeApp(world, { product_slug: (await makeProduct(world)).slug })
    const position = { app_slug: slug, country: 'DE', position: '3', date: '2026-11-01' }
    const file = ['app_slug,keyword,country,position,date', `${slug},taken,DE,3,2026-11-01`]
    const address = await importFile(world, browser, 'keyword-positions', ...file)
    expect(
      (await browser.post('/admin/keyword-positions/new', { ...position, keyword: 'free' })).status,
    ).toBe(303)
    const stored = `select id, keyword, created_at from keyword_positions
      where app_id = (select id from apps where slug = $1) order by id`
    const [imported, added] = await sql(world, stored, slug)
    expect((await undo(browser, address)).status).toBe(303)
    await edit('keyword-positions', Number(added?.id), { keyword: 'taken' })
    // The creation of the other position is undone after the deletion of the imported one.
    const since = String(added?.created_at)
    expect(resultsOn(await browser.get(windowOf(admin, since)))).toEqual([
      ['Keyword position taken (deleted)', 'Can be undone'],
      ['Keyword position taken', 'Can be undone'],
    ])
    const { status, location = '' } = await undo(browser, windowOf(admin, since))
    expect([status, await sql(world, stored, slug)]).toEqual([303, [imported]])
    const { body } = await browser.get(location)
    expect(body).toContain('Undid changes of 1 keyword position</strong>: 1 restored')
    expect(body.match(/<li id="change-/g)).toHaveLength(2)
  })
})
