import { beforeAll, describe, expect, it } from 'vitest'
import { daysFromToday } from '../../../../../src/record/rules/day.ts'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeApp, makeProduct } from '../../../../support/makers.ts'
import { marketOf } from '../../../../support/market.ts'
import { makePerson } from '../../../../support/people.ts'
import { statementsOf } from '../../../../support/statements.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

const explore = '/admin/keyword-positions/explore'

let world: World
let browser: Browser
let other: { slug: string }
const { addPosition } = marketOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world))
  const product = await makeProduct(world, { name: 'Scanner' })
  const android = await makeApp(world, {
    product_slug: product.slug,
    platform: 'Android',
    name: 'QR',
  })
  other = await makeApp(world, { name: 'Sleep', platform: 'iOS' })
  const add = (app_slug: string, keyword: string, days: number, position: number | null, more = {}) =>
    addPosition({ app_slug, keyword, date: daysFromToday(-days), position, ...more })
  // Fell from 28 to 62 by one point of the last full day.
  await add(android.slug, 'Barcode', 40, 28)
  await add(android.slug, 'barcode', 1, 62)
  await add(android.slug, 'steady', 28, 5)
  await add(android.slug, 'steady', 1, 5)
  await add(android.slug, 'steady', 0, 99)
  await add(android.slug, 'risen', 20, 90)
  await add(android.slug, 'risen', 1, 80)
  await add(android.slug, 'lost', 28, 7)
  await add(android.slug, 'lost', 1, null)
  await add(android.slug, 'unmeasured', 28, 9)
  await add(android.slug, 'unmeasured', 1, null, { measured: false })
  await add(android.slug, 'long ago', 70, 1)
  await add(other.slug, 'new one', 1, 3, { country: 'US' })
})

async function rowsOf(address: string): Promise<string[][]> {
  const { status, body } = await browser.get(address)
  expect(status, address).toBe(200)
  const table = body.split('<table class="rows compared"')[1]?.split('</table>')[0] ?? ''
  const rows = table.split('<tbody>')[1]?.split('<tr>').slice(1) ?? []
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)]
      .slice(0, 6)
      .map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
  )
}

describe('the movement of keywords', () => {
  it('begins with those that moved most in the last 28 full days, risen or fallen', async () => {
    expect(await rowsOf(explore)).toEqual([
      ['lost', 'lost', 'not found', '7', 'DE', 'QR (Android)'],
      ['barcode', '−34', '62', '28', 'DE', 'QR (Android)'],
      ['risen', '+10', '80', '90', 'DE', 'QR (Android)'],
      ['steady', '0', '5', '5', 'DE', 'QR (Android)'],
      ['new one', 'new', '3', '–', 'US', 'Sleep (iOS)'],
    ])
    const { body } = await browser.get(explore)
    expect(body).toMatch(/Risen<\/span>\s*<span class="value[^"]*">1</)
    expect(body).toMatch(/Fallen<\/span>\s*<span class="value[^"]*">2</)
    expect(body.split('<figure')[1]).toMatch(/<svg[\s\S]*<details>[\s\S]*<table>/)
  })

  it('is read by one statement', async () => {
    const statements = await statementsOf(() => browser.get(explore))
    expect(statements.filter((text) => text.includes('keyword_positions'))).toHaveLength(1)
  })

  it('begins with the winners or with the losers', async () => {
    const first = async (sort: string) =>
      (await rowsOf(`${explore}?sort=${sort}`)).map(([keyword]) => keyword)
    expect((await first('-change'))[0]).toBe('risen')
    expect((await first('change')).slice(0, 2)).toEqual(['lost', 'barcode'])
    expect((await first('position'))[0]).toBe('new one')
    expect((await first('keyword'))[0]).toBe('barcode')
  })

  it('is that of a product, an app, a keyword, a country, a platform and a period', async () => {
    const keywords = async (filter: string) =>
      (await rowsOf(`${explore}?${filter}`)).map(([keyword]) => keyword)
    expect(await keywords('product_slug=Scanner&sort=keyword')).toEqual([
      'barcode',
      'lost',
      'risen',
      'steady',
    ])
    for (const filter of ['app_slug=Sleep', 'country=US', 'platform=iOS', 'keyword=New+one'])
      expect(await keywords(filter)).toEqual(['new one'])
    expect(await rowsOf(`${explore}?date_from=${daysFromToday(-75)}&date_to=${daysFromToday(-40)}`)).toEqual([
      ['Barcode', 'new', '28', '–', 'DE', 'QR (Android)'],
    ])
    expect((await browser.get(`${explore}?app_slug=Nothing`)).status).toBe(422)
    expect((await browser.get(`${explore}?date_from=2020-01-01`)).status).toBe(422)
  })

  it('is exported as CSV, every row', async () => {
    const { headers, body } = await browser.get(`${explore}.csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[2]).toMatch(/^barcode,DE,\d+,QR,Android,62,[\d-]+,28,[\d-]+,-34$/)
    expect(lines[1]).toMatch(/^lost,.*,$/)
  })

  it('is linked from the list of keyword positions with its filters', async () => {
    const { body } = await browser.get(`/admin/keyword-positions?app_slug=${other.slug}&search=new`)
    expect(body).toContain(`href="${explore}?app_slug=${other.slug}"`)
  })
})
