import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn } from '../../support/admin.ts'
import { describeInBrowser } from '../../support/browser.ts'
import { type OpenPage, pageOpener } from '../../support/browser-pages.ts'
import { storeClicks } from '../../support/clicks.ts'
import { makeApp, makeProduct, sql } from '../../support/makers.ts'
import { makePerson } from '../../support/people.ts'
import { person } from '../../support/steps.ts'
import { day } from '../../support/work-world.ts'
import { makeWorld, type World } from '../../support/world.ts'

const csv = (text: string) => ({ name: 'tool.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describeInBrowser('from the dashboard, a manager', (browser) => {
  let world: World
  let open: OpenPage
  beforeAll(async () => {
    world = await makeWorld()
    open = await pageOpener(world, browser, await signIn(world, await makePerson(world)))
    for (const name of ['Torch', 'Level']) {
      await makeProduct(world, { name })
      await makeApp(world, { name, product_slug: name.toLowerCase() })
    }
    await storeClicks(world)
  })

  const side = (page: Page) => page.locator('nav.side')
  const count = async (table: string) =>
    (await sql(world, `select count(*)::int as rows from ${table}`))[0]?.rows

  it('imports the positions that a tool exported, and undoes it', async () => {
    const page = await open('/admin/keyword-positions')
    const { click, steps } = person(page)
    await click('Import CSV')
    const lines = Array.from(
      { length: 20 },
      (_, number) => `torch,light ${number},DE,${number + 1},${day(-1)}`,
    )
    await page
      .getByLabel('CSV file')
      .setInputFiles(csv(`app_slug,keyword,country,position,date\n${lines.join('\n')}\n`))
    await click('Preview', 'button')
    await click('Import', 'button')
    await page.getByText('Show the list').waitFor()
    expect(await count('keyword_positions')).toBe(20)
    expect(await steps()).toEqual({ clicks: 3, loads: 3 })
    await click('Undo')
    await click('All or nothing', 'button')
    await page.getByText('undone').first().waitFor()
    expect(await count('keyword_positions')).toBe(0)
    expect(await steps()).toEqual({ clicks: 5, loads: 5 })
  })

  it('imports the reviews of competitors, and creates a competitor', async () => {
    const page = await open('/admin/competitors')
    const { click, steps } = person(page)
    await click('New competitor')
    await page.locator('[name=name]').fill('Beam')
    await page.locator('[name=product_slug]').fill('Torch')
    await click('Create', 'button')
    await page.getByText('Competitor created.').waitFor()
    expect(await steps()).toEqual({ clicks: 2, loads: 2 })
    await page.goto('/admin/competitor-reviews')
    const before = await steps()
    await click('Import CSV')
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        csv(`competitor,body,reviewed_at\nBeam,Too bright.,${day(-1)}\nBeam,It flickers.,${day(-2)}\n`),
      )
    await click('Preview', 'button')
    await click('Import', 'button')
    await page.getByText('Show the list').waitFor()
    expect(await count('competitor_reviews')).toBe(2)
    expect(await steps()).toEqual({ clicks: before.clicks + 3, loads: before.loads + 3 })
  })

  it('sees the clicks of a month by application', async () => {
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click(/^Clicks, 28/)
    await click('Compare periods')
    await page.getByRole('heading', { name: 'By application' }).waitFor()
    expect(await page.getByRole('row', { name: /Application/ }).count()).toBeGreaterThan(2)
    expect(await steps()).toEqual({ clicks: 2, loads: 2 })
  })

  it('finds why clicks changed, by product, direction and platform', async () => {
    const page = await open('/admin/clicks/explore')
    const { click, steps } = person(page)
    for (const name of ['By product', 'By direction', 'By platform']) {
      await click(name)
      await page.getByRole('heading', { name }).waitFor()
    }
    expect(await steps()).toEqual({ clicks: 3, loads: 3 })
  })

  it('compares two products', async () => {
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click(/^Products/)
    for (const name of ['Torch', 'Level']) await click(`Compare ${name}, Utilities`, 'checkbox')
    await click('Compare', 'button')
    await page.getByRole('heading', { name: 'Compare products' }).waitFor()
    await page.getByRole('columnheader', { name: /^Level/ }).waitFor()
    expect(await steps()).toEqual({ clicks: 4, loads: 2 })
  })

  it('sees what a release did to a keyword', async () => {
    const app = (await sql(world, `select id from apps where slug = 'torch'`))[0]?.id
    await sql(
      world,
      `insert into keyword_positions (app_id, keyword, country, position, date, created_by, updated_by)
       select $1, 'lamp', 'DE', 1 + n, current_date - n, created_by, updated_by
       from generate_series(1, 30) as n, (select created_by, updated_by from apps limit 1) as author`,
      app,
    )
    for (const [version, days] of [
      ['1.0', 20],
      ['2.0', 10],
    ] as const)
      await sql(
        world,
        `insert into store_truth (app_id, date, version, created_by, updated_by)
         select $1, current_date - $2::int, $3, created_by, updated_by from apps limit 1`,
        app,
        days,
        version,
      )
    const page = await open('/admin')
    const { click, steps } = person(page)
    await click('Torch')
    const timeline = page.getByRole('region', { name: 'Timeline', exact: true })
    const { x = 0, y = 0, width = 0 } = (await timeline.getByRole('slider').boundingBox()) ?? {}
    await page.mouse.move(x + (width * 80) / 91, y + 40)
    await timeline.getByText(/Rank: lamp, DE 1\d/).waitFor()
    expect(await steps()).toEqual({ clicks: 1, loads: 1 })
  })
})
