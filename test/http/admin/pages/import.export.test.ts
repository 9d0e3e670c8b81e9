import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { countsOn, uploadCsv } from '../../../support/csv-upload.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { marketOf } from '../../../support/market.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
})

const { addCompetitor, addPosition, addReview, addTruth } = marketOf(() => world)
const upload = (kind: string, content: string | Buffer) => uploadCsv(world, browser, kind, content)

describe('an export', () => {
  const kinds = ['products', 'apps', 'keyword-positions', 'competitor-reviews', 'store-truth']
  const texts = [
    '=1+1',
    "'=quoted",
    'a;=2+2',
    'Сканер; «Pro»',
    'line\nbreak, -5',
    '@home',
    '"q"',
    '+7',
    "it's",
    '-',
  ]
  const rowCounts: Record<string, number> = {}

  beforeAll(async () => {
    const product = await makeProduct(world, { name: 'Exported', is_favorite: true, summary: texts[3] })
    const { slug } = await makeApp(world, {
      product_slug: product.slug,
      name: '=Formula',
      bundle_id: 'com.exported',
    })
    await makeApp(world, { name: 'Бесхозное', platform: 'Android', product_candidate_name: '-later' })
    const { id } = await addCompetitor({ product_id: product.id, name: 'Exported rival' })
    for (const [index, text] of texts.entries()) {
      const date = `2026-0${(index % 9) + 1}-0${(index % 9) + 1}`
      await makeProduct(world, {
        name: `${text} ${index}`,
        summary: text,
        is_revenue_generating: index % 2 === 0,
      })
      await addReview({
        competitor_id: id,
        body: text,
        author: text,
        rating: (index % 5) + 1,
        reviewed_at: date,
      })
      await addPosition({
        app_slug: slug,
        keyword: text,
        country: index ? 'DE' : 'XK',
        date,
        position: index || null,
      })
      await addPosition({ app_slug: slug, keyword: `${text}?`, date, measured: false })
      if (index < 9)
        await addTruth({
          app_slug: slug,
          date,
          title: text,
          price: text,
          rating: 4.25,
          ratings_count: 12_000,
        })
    }
    // A slug and an id that are the names of other records.
    for (const platform of ['iOS', 'Android']) {
      const app = await makeApp(world, { name: 'torch', platform, product_slug: product.slug })
      await addPosition({ app_slug: app.slug, keyword: 'light', date: '2026-01-01' })
      await addTruth({ app_slug: app.slug, date: '2026-01-01', title: 'Torch' })
    }
    const numbered = await addCompetitor({ product_id: product.id, name: String(id) })
    await addReview({ competitor_id: numbered.id, body: 'Numbered', reviewed_at: '2026-01-01' })
    const [fitness] = await sql(world, "select id, slug from directions where slug = 'fitness'")
    await sql(world, "update directions set name = 'utilities' where id = $1", fitness?.id)
    await makeProduct(world, { name: 'In fitness', direction_slug: 'fitness' })
    for (const kind of kinds) {
      const [row] = await sql(world, `select count(*)::int as count from ${kind.replaceAll('-', '_')}`)
      rowCounts[kind] = Number(row?.count)
    }
  })

  it.each(kinds)('of %s that is read back changes nothing', async (kind) => {
    const { body } = await browser.get(`/admin/${kind}.csv`)
    const preview = await upload(kind, body)
    expect([preview.status, countsOn(preview.body)]).toEqual([
      200,
      { 'To be created': 0, 'To be changed': 0, Unchanged: rowCounts[kind], Rejected: 0 },
    ])
  })

  it.each(kinds.flatMap((kind) => [[kind, 'UTF-8'] as const, [kind, 'Windows-1251'] as const]))(
    'of %s that a Russian Excel saved in %s changes nothing',
    async (kind, encoding) => {
      const rows = parse((await browser.get(`/admin/${kind}.csv`)).body, { bom: true }) as string[][]
      const saved = rows.map((cells) => cells.map(asInRussian).join(';')).join('\r\n')
      const preview = await upload(kind, encoding === 'UTF-8' ? `\uFEFF${saved}` : windows1251(saved))
      expect([preview.status, countsOn(preview.body)]).toEqual([
        200,
        { 'To be created': 0, 'To be changed': 0, Unchanged: rowCounts[kind], Rejected: 0 },
      ])
    },
  )
})

/** Returns a cell as a Russian Excel writes it. */
function asInRussian(cell: string): string {
  const text = cell
    .replace(
      /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?$/,
      (_, year, month, day, time) => `${day}.${month}.${year}${time ? ` ${time}` : ''}`,
    )
    .replace(/^(-?\d+)\.(\d+)$/, '$1,$2')
    .replace(/^true$/, 'ИСТИНА')
    .replace(/^false$/, 'ЛОЖЬ')
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Encodes Cyrillic text. */
function windows1251(text: string): Buffer {
  const special: Record<string, number> = { '«': 0xab, '»': 0xbb, ё: 0xb8, Ё: 0xa8 }
  const codes = [...text].map((character) => {
    const code = character.charCodeAt(0)
    return special[character] ?? (code >= 0x410 && code <= 0x44f ? code - 0x350 : code)
  })
  return Buffer.from(codes)
}
