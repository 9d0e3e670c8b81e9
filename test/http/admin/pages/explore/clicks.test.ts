import { beforeAll, describe, expect, it } from 'vitest'
import { daysFromToday, today } from '../../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeApp, makeProduct } from '../../../../support/makers.ts'
import { makeApplication, makeCompany } from '../../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { statementsOf } from '../../../../support/statements.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

const explore = '/admin/clicks/explore'
const hostile = '<script>alert(1)</script>'

let world: World
let admin: TestUser
let browser: Browser
let rising: { id: number; name: string }
let falling: { id: number; name: string }
let company: { id: number; name: string }

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  rising = await makeApplication(admin, { name: hostile })
  falling = await makeApplication(admin, { name: 'Scanner', platform: 'android' })
  company = await makeCompany(admin, { name: 'Contoso' })
  const row = (days: number, app: { id: number }, clicks: number, status = 'ok') => ({
    date: daysFromToday(-days),
    app_id: app.id,
    company_id: company.id,
    clicks,
    status,
  })
  const rows = [
    row(0, rising, 55_555),
    row(1, rising, 1500),
    row(28, rising, 500),
    row(29, rising, 1000),
    row(56, falling, 400),
    row(57, falling, 7777),
    row(3, falling, 100),
    row(4, falling, 9999, 'rejected'),
  ]
  expect((await admin.send('POST', '/analytics/clicks/bulk', { rows })).status).toBe(200)
})

/** Returns the cells of each row of the breakdown as text, without the plot in the last one. */
async function rowsOf(address: string): Promise<string[][]> {
  const { status, body } = await browser.get(address)
  expect(status, address).toBe(200)
  const table = body.split('<table class="rows compared"')[1]?.split('</table>')[0] ?? ''
  const rows = table.split('<tbody>')[1]?.split('<tr>').slice(1) ?? []
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)]
      .slice(0, -1)
      .map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
  )
}

describe('the clicks of a period', () => {
  it('are those of the last 28 full days by application, compared with the 28 days before', async () => {
    expect(await rowsOf(explore)).toEqual([
      ['&lt;script>alert(1)&lt;/script> (iOS)', '2,000', '+1,000', '+100', '1,000'],
      ['Scanner (Android)', '100', '−300', '−75', '400'],
    ])
    const { body } = await browser.get(explore)
    expect(body).not.toContain(hostile)
    expect(body).toMatch(/This period<\/span>\s*<span class="value[^"]*">2,100</)
    expect(body).toMatch(/Period before<\/span>\s*<span class="value[^"]*">1,400</)
    expect(body.split('<figure')[1]).toMatch(/<svg[\s\S]*<details>[\s\S]*<table>/)
  })

  it('are read by one statement', async () => {
    const statements = await statementsOf(() => browser.get(explore))
    expect(statements.filter((text) => text.includes('click_months'))).toHaveLength(1)
  })

  it('are divided by company or by status, with the rejected ones', async () => {
    expect(await rowsOf(`${explore}?by=company`)).toEqual([['Contoso', '2,100', '+700', '+50', '1,400']])
    expect(await rowsOf(`${explore}?by=status`)).toEqual([
      ['Rejected', '9,999', '+9,999', '–', '0'],
      ['Ok', '2,100', '+700', '+50', '1,400'],
    ])
  })

  it('are divided by product, direction and platform, as CSV too', async () => {
    const product = await makeProduct(world, { name: '🧭 Torch' })
    const app = await makeApp(world, { product_slug: product.slug, platform: 'iOS' })
    await admin.send('PATCH', `/applications/${rising.id}`, { app_slug: app.slug })
    const numbers = ['2,000', '+1,000', '+100', '1,000']
    const rest = ['100', '−300', '−75', '400']
    expect(await rowsOf(`${explore}?by=product`)).toEqual([
      ['🧭 Torch', ...numbers],
      ['No product', ...rest],
    ])
    const directions = await rowsOf(`${explore}?by=direction`)
    expect(directions.map(([, ...row]) => row)).toEqual([numbers, rest])
    expect(directions[1]?.[0]).toBe('No direction')
    expect(await rowsOf(`${explore}?by=platform`)).toEqual([
      ['iOS', ...numbers],
      ['Android', ...rest],
    ])
    const csv = async (by: string) =>
      (await browser.get(`${explore}.csv?by=${by}`)).body.replace('\uFEFF', '').trim().split('\r\n')
    expect(await csv('product')).toEqual([
      'product_id,product,clicks,clicks_before,change,change_percent',
      `${product.id},🧭 Torch,2000,1000,1000,100`,
      ',,100,400,-300,-75',
    ])
    expect((await csv('direction'))[0]).toMatch(/^direction_id,direction,clicks,/)
    expect((await csv('platform'))[1]).toBe('ios,2000,1000,1000,100')
    const { body } = await browser.get(`${explore}?by=product`)
    expect(body).toContain(`href="/admin/products/${product.id}"`)
    for (const by of ['application', 'company', 'status', 'product', 'direction', 'platform'])
      expect(body).toContain(`by=${by}`)
  })

  it('are sorted by each number and by name', async () => {
    const first = async (sort: string) => (await rowsOf(`${explore}?sort=${sort}`))[0]?.[0]
    for (const sort of ['change', 'clicks', '-name', 'clicks_before'])
      expect(await first(sort)).toBe('Scanner (Android)')
    for (const sort of ['-change', '-clicks', 'name', '-clicks_before'])
      expect(await first(sort)).toContain('alert')
  })

  it('are those of any period of up to 366 days', async () => {
    const range = `date_from=${daysFromToday(-57)}&date_to=${daysFromToday(-57)}`
    expect(await rowsOf(`${explore}?${range}`)).toEqual([['Scanner (Android)', '7,777', '+7,777', '–', '0']])
    const year = await browser.get(`${explore}?date_from=${daysFromToday(-367)}`)
    expect(year.status).toBe(422)
    expect(year.body).toContain('The period must have at most 366 days.')
    const reversed = await browser.get(`${explore}?date_from=${today()}&date_to=${daysFromToday(-1)}`)
    expect(reversed.status).toBe(422)
    expect(reversed.body).toContain('aria-describedby="error-date_to"')
  })

  it('are those of today, dashed and named as unfinished, if the period contains it', async () => {
    const { body } = await browser.get(`${explore}?date_to=${today()}`)
    expect(body).toContain('55,555 so far')
    expect(body).toContain('Today, so far')
    expect(body).toMatch(/<figure[\s\S]*<path class="partial tone-accent" d="M/)
    expect(body).toMatch(/class="sparkline"[\s\S]*<path class="partial" d="M/)
    expect(body).toContain('Today is not over')
    const { body: full } = await browser.get(explore)
    expect(full).not.toMatch(/so far|class="partial|Today is not over/)
  })

  it('are those of one application or company, by name or id', async () => {
    expect(await rowsOf(`${explore}?app_id=Scanner&by=company`)).toEqual([
      ['Contoso', '100', '−300', '−75', '400'],
    ])
    const { body } = await browser.get(`${explore}?app_id=${falling.id}`)
    expect(body).toContain('value="Scanner"')
    const unknown = await browser.get(`${explore}?app_id=Nothing`)
    expect(unknown.status).toBe(422)
    expect(unknown.body).toContain('aria-describedby="error-app_id"')
  })

  it('are exported as CSV, every row', async () => {
    const { status, headers, body } = await browser.get(`${explore}.csv?sort=name`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toEqual([
      'application_id,application,platform,clicks,clicks_before,change,change_percent',
      `${rising.id},${hostile},ios,2000,1000,1000,100`,
      `${falling.id},Scanner,android,100,400,-300,-75`,
    ])
    const ofStatus = await browser.get(`${explore}.csv?by=status`)
    expect(ofStatus.body).toContain('rejected,9999,0,9999,\r\n')
    expect((await browser.get(`${explore}.csv?by=weekday`)).status).toBe(422)
  })

  it('are linked from the list of clicks with its filters, an application and the dashboard', async () => {
    const links = async (address: string) =>
      [...(await browser.get(address)).body.matchAll(/href="(\/admin\/clicks\/explore[^"]*)"/g)].map(
        ([, href = '']) => href.replaceAll('&amp;', '&'),
      )
    const address = `/admin/clicks?app_id=${rising.id}&status=ok&date_from=${daysFromToday(-9)}`
    for (const [page, count] of [
      [address, '1,500'],
      [`/admin/applications/${falling.id}`, '100'],
      ['/admin', '2,000'],
    ] as const) {
      const [href = ''] = await links(page)
      expect((await rowsOf(href))[0]?.[1]).toBe(count)
    }
  })
})
