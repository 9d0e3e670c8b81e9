import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminPage, type Browser, signIn } from '../../../../support/admin.ts'
import { countsOn } from '../../../../support/csv-upload.ts'
import { makeApp, makeProduct, root, sql } from '../../../../support/makers.ts'
import { makePerson } from '../../../../support/people.ts'
import { settled } from '../../../../support/settled.ts'
import { decide, importFile, resultsOn, undo, undoLinkOn } from '../../../../support/undo.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world))
})

const verdicts = (page: AdminPage) => resultsOn(page).map(([record, result]) => `${record}: ${result}`)

describe('the undo of an import of products', () => {
  it('archives what was created and sets back what was changed, but for what a guard refuses', async () => {
    const [moved, kept] = [
      await makeProduct(world, { name: 'Moved' }),
      await makeProduct(world, { name: 'Kept' }),
    ]
    const address = await importFile(
      world,
      browser,
      'products',
      'slug,name,direction_slug,next_step',
      `${moved.slug},,,Imported`,
      `${kept.slug},,,Imported`,
      `,Made by import,utilities,Imported`,
    )
    await settled(world)
    const { changes } = (await world.send('GET', `${root}/changes?limit=200`)).body
    const named = changes.slice(-3).map(({ entity, title }: Record<string, string>) => [entity, title])
    expect(named).toEqual([
      ['product', 'Moved'],
      ['product', 'Kept'],
      ['product', 'Made by import'],
    ])
    const guard = `write.kind == 'product' && after.name == 'Kept' && after.next_step != 'Imported'`
    await sql(
      world,
      `insert into canon_rules (direction_id, rule_type, title, body, status, approved_by, created_by, updated_by,
        guard_when, guard_effect, guard_message)
      select direction_id, 'portfolio-governance', 'Kept', 'Keep it', 'active', created_by, created_by, created_by,
        $1, 'refuse', 'Keep it.' from products where slug = $2`,
      guard,
      kept.slug,
    )
    const preview = await browser.get(address)
    expect(verdicts(preview).sort()).toEqual([
      'Product Kept: Cannot be undone Keep it.',
      'Product Made by import: Can be undone',
      'Product Moved: Can be undone',
    ])
    const { status, location = '' } = await decide(browser, preview, address, 'Leave out what conflicts')
    expect(status).toBe(303)
    const stored = await sql(
      world,
      `select name, next_step, portfolio_status from products where name in ('Moved', 'Kept', 'Made by import') order by name`,
    )
    expect(stored).toEqual([
      { name: 'Kept', next_step: 'Imported', portfolio_status: expect.any(String) },
      { name: 'Made by import', next_step: 'Imported', portfolio_status: 'archived' },
      { name: 'Moved', next_step: null, portfolio_status: expect.any(String) },
    ])
    expect((await browser.get(location)).body).toContain('Undid changes of 2 products')
  })
})

describe('the undo of the undo of an import', () => {
  it('restores the records whose key is free, and says which are taken', async () => {
    const { slug } = await makeApp(world, { product_slug: (await makeProduct(world)).slug })
    const lines = [
      'app_slug,date,rating,ratings_count',
      `${slug},2026-11-01,4.5,10`,
      `${slug},2026-11-02,4.25,11`,
    ]
    const { location = '' } = await undo(browser, await importFile(world, browser, 'store-truth', ...lines))
    await importFile(world, browser, 'store-truth', lines[0]!, `${slug},2026-11-02,3,1`)
    const again = undoLinkOn(await browser.get(location))
    const preview = await browser.get(again)
    expect(
      verdicts(preview)
        .map((text) => text.replace(/^.*: /, ''))
        .sort(),
    ).toEqual(['Can be undone', 'Cannot be undone The date has already been taken.'])
    expect((await decide(browser, preview, again, 'Leave out what conflicts')).status).toBe(303)
    const stored = `select date, rating, ratings_count from store_truth join apps on apps.id = app_id
      where apps.slug = $1 order by date`
    expect(await sql(world, stored, slug)).toMatchObject([{ rating: 4.5, ratings_count: 10 }, { rating: 3 }])
  })

  it('restores reviews one by one when the competitor of some was deleted', async () => {
    const product = await makeProduct(world)
    const competitor = async (name: string) => {
      const form = { product_slug: product.slug, name, platform: 'iOS' }
      expect((await browser.post('/admin/competitors/new', form)).status).toBe(303)
      return (await sql(world, 'select id from competitors where name = $1', name))[0]?.id
    }
    const [, deleted] = [await competitor('Staying rival'), await competitor('Leaving rival')]
    const lines = ['Staying rival,Good,2026-11-01', 'Leaving rival,Bad,2026-11-01']
    const { location = '' } = await undo(
      browser,
      await importFile(world, browser, 'competitor-reviews', 'competitor_id,body,reviewed_at', ...lines),
    )
    await browser.get(`/admin/competitors/${deleted}/delete`)
    expect((await browser.post(`/admin/competitors/${deleted}/delete`)).status).toBe(303)
    const preview = await browser.get(undoLinkOn(await browser.get(location)))
    expect(countsOn(preview.body)).toEqual({ 'Can be undone': 1, 'Cannot be undone': 1 })
    expect(verdicts(preview)).toContainEqual(
      expect.stringMatching(/Bad.*: Cannot be undone The selected competitor/),
    )
  })
})

it('sets back the fields of a changed record that no one changed since', async () => {
  const { slug } = await makeApp(world, { product_slug: (await makeProduct(world)).slug })
  const header = 'app_slug,date,rating,ratings_count'
  await importFile(world, browser, 'store-truth', header, `${slug},2026-11-01,4,10`)
  const address = await importFile(world, browser, 'store-truth', header, `${slug},2026-11-01,5,20`)
  await sql(
    world,
    `update store_truth set rating = 1 where app_id = (select id from apps where slug = $1)`,
    slug,
  )
  const preview = await browser.get(address)
  expect(verdicts(preview)[0]).toMatch(/: Conflict Rating changed directly in the database$/)
  expect((await decide(browser, preview, address, 'Leave out what conflicts')).status).toBe(303)
  const stored =
    'select rating, ratings_count from store_truth where app_id = (select id from apps where slug = $1)'
  expect(await sql(world, stored, slug)).toEqual([{ rating: 1, ratings_count: 10 }])
})

it('is refused for more than 100,000 records, with the number', async () => {
  const { slug } = await makeApp(world, { product_slug: (await makeProduct(world)).slug })
  const address = await importFile(
    world,
    browser,
    'store-truth',
    'app_slug,date,rating',
    `${slug},2026-11-01,4`,
  )
  await sql(world, 'update change_sets set created = 100001 where id = (select max(id) from change_sets)')
  const { body } = await browser.get(address)
  expect(body).toContain('More than 100,000 records match.')
  expect(body).not.toContain('All or nothing')
  expect((await browser.post(address, { mode: 'possible' })).status).toBe(409)
})
