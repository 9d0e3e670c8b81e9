import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { countsOn, uploadCsv } from '../../../support/csv-upload.ts'
import { makeApp, makeProduct, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'manager'))
})

const upload = (kind: string, content: string | Buffer) => uploadCsv(world, browser, kind, content)

describe('a file of products', () => {
  it('is previewed with values before and after, imported as the person, and offers its rejected lines to correct', async () => {
    const product = await makeProduct(world, { name: 'Before & after', next_step: 'Old step' })
    const secret = `ghp_${'x1Y2'.repeat(9)}`
    const bad = '"no;where"'
    const lines = [
      'slug;name;direction_slug;next_step;Owner',
      `${product.slug};;;New step;Ann`,
      ';Fresh product;utilities;;Бен',
      `;Lost product;${bad};'=1+1;Cara`,
      `;Secret product;utilities;${secret};=2+2`,
    ]
    const preview = await upload('products', lines.join('\r\n'))
    expect(countsOn(preview.body)).toEqual({
      'To be created': 1,
      'To be changed': 1,
      Unchanged: 0,
      Rejected: 2,
    })
    expect(preview.body).toMatch(/<del>Old step<\/del>[\s\S]*<ins>New step<\/ins>/)
    expect(preview.body).toMatch(
      /<th scope="row" class="number">4<\/th>\s*<td><code>direction_slug<\/code><\/td>\s*<td>no;where<\/td>\s*<td>The selected direction slug is invalid/,
    )
    const inRussian = await browser.get(preview.action, { 'accept-language': 'ru' })
    expect(inRussian.body).toContain('«direction_slug»')
    expect(preview.body).not.toContain(secret)
    const rejected = async () => {
      const { headers, body } = await browser.get(`${preview.action}/rejected.csv`)
      expect(headers['content-type']).toContain('text/csv')
      expect(preview.body).toContain(`${preview.action}/rejected.csv`)
      return body
    }
    const expected = [
      '\uFEFFslug;name;direction_slug;next_step;Owner',
      `;Lost product;${bad};'=1+1;Cara`,
      `;Secret product;utilities;;'=2+2`,
      '',
    ].join('\r\n')
    expect(await rejected()).toBe(expected)
    await browser.post(preview.action)
    const result = await browser.get(preview.action)
    expect(countsOn(result.body)).toEqual({ Created: 1, Changed: 1, Unchanged: 0, Rejected: 2 })
    expect(await rejected()).toBe(expected)
    const changes = await sql(
      world,
      `select count(*)::int as count from history join staged_imports as import
        on import.request_id = history.request_id and import.imported_at = history.created_at
          and import.created_by = history.actor
        where history.surface = 'admin' and history.record_type = 'product'`,
    )
    expect(changes).toEqual([{ count: 2 }])
    const again = await upload('products', (await rejected()).replace('"no;where"', 'fitness'))
    expect(countsOn(again.body)).toMatchObject({ 'To be created': 2, Rejected: 0 })
  })

  it('is refused by roles that may not create products, as the form is', async () => {
    const reader = await signIn(world, await makePerson(world, 'user'))
    for (const path of [
      '/admin/products/import',
      '/admin/apps/import',
      '/admin/products/import/template.csv',
    ])
      expect([path, (await reader.get(path)).status]).toEqual([
        path,
        (await reader.get('/admin/products/new')).status,
      ])
  })

  it('is previewed again, and not imported, if a record was changed after the preview', async () => {
    const product = await makeProduct(world, { name: 'Shown before', next_step: 'Shown step' })
    const preview = await upload('products', `slug,next_step\n${product.slug},From the file`)
    await world.send('PATCH', `/api/portfolio/products/${product.slug}`, { next_step: 'By an agent' })
    const again = await browser.post(preview.action)
    expect(again.status).toBe(409)
    expect(again.body).toMatch(/<p class="error" role="alert">Records have changed since the preview/)
    expect(again.body).toMatch(/<del>By an agent<\/del>[\s\S]*<ins>From the file<\/ins>/)
    const nextStep = async () =>
      (await world.send('GET', `/api/portfolio/products/${product.slug}`)).body.product.next_step
    expect(await nextStep()).toBe('By an agent')
    expect((await browser.post(preview.action)).status).toBe(303)
    expect(await nextStep()).toBe('From the file')
  })
})

describe('the template', () => {
  it.each([
    ['products', 'slug,name,direction_slug,portfolio_status'],
    ['apps', 'slug,name,product_slug,direction_slug,platform'],
    ['keyword-positions', 'app_slug,keyword,country,position,date,platform,measured'],
    ['competitor-reviews', 'competitor_id,body,reviewed_at,rating,author,language'],
    ['store-truth', 'app_slug,date,title,subtitle'],
  ])('of %s has the fields as its header', async (kind, fields) => {
    const { headers, body } = await browser.get(`/admin/${kind}/import/template.csv`)
    expect(headers['content-type']).toContain('text/csv')
    expect(body.startsWith(fields)).toBe(true)
    expect((await browser.get(`/admin/${kind}/import`)).body).toContain(`/admin/${kind}/import/template.csv`)
  })
})

describe('a file of another tool', () => {
  // Files as they come from other tools: each is imported, or asks, or is rejected with the reason.
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(world, await makePerson(world, 'manager'))
    const store_url = 'https://apps.apple.com/us/app/mood-diary/id1234567890'
    await makeApp(world, { name: 'Mood Diary', platform: 'iOS', store_url })
    for (const platform of ['iOS', 'Android']) {
      const identity = platform === 'iOS' ? 'bundle_id' : 'package_id'
      await makeApp(world, { name: 'Не курю', platform, [identity]: 'com.example.qrscanner' })
    }
  })

  const header = 'app_slug,keyword,country,position,date\n'
  const bytes = (line: string, word: string) =>
    Buffer.concat([Buffer.from(`${header}mood-diary,`), Buffer.from(word, 'hex'), Buffer.from(line)])
  const positions = 'keyword-positions'

  it.each([
    [
      'the number in the App Store',
      positions,
      `${header}1234567890,scan,US,3,2026-11-20\nid1234567890,scan,DE,3,2026-11-20\n`,
      2,
    ],
    ['Windows-1252', positions, bytes(',DE,3,2026-11-20\n', '546167656275636820 66fc72'.replace(' ', '')), 1],
    ['KOI8-R', positions, bytes(',RU,3,2026-11-20\n', 'c4cec5d7cec9cb'), 1],
    ['Shift-JIS', positions, bytes(',JP,3,2026-11-20\n', '93fa8b4c'), 1],
    [
      'names of months',
      'store-truth',
      'Date,App,Average rating,rating\n"Nov 1, 2026",mood-diary,4.51,4.51\n20 Nov 2026,mood-diary,4.52,4.52\n1 декабря 2026 г.,mood-diary,,4.5\n',
      3,
    ],
    [
      'a column with the platform',
      positions,
      `app_slug,keyword,country,platform,position,date\nНе курю,quit,US,iOS,3,2026-11-20\nНе курю,quit,US,Android,5,2026-11-20\ncom.example.qrscanner,scan,US,iOS,3,2026-11-20\ncom.example.qrscanner,scan,US,Google Play,5,2026-11-20\nmood-diary,mood,US,App Store,5,2026-11-20\n`,
      5,
    ],
    [
      'words for a rank',
      positions,
      `app_slug;keyword;country;position;date\n${['#3', '1st', '3 (+2)', 'Not ranked', 'NR', 'Not in top 200', 'null', '(not set)', 'n/d'].map((rank, n) => `mood-diary;kw${n};US;${rank};2026-11-20\n`).join('')}`,
      9,
    ],
    ['a line that ends early', 'store-truth', 'app_slug,date,title,rating\nmood-diary,2026-10-01,Mood\n', 1],
  ])('imports a file with %s', async (_, kind, content, created) => {
    const { status, body } = await uploadCsv(world, browser, kind, content)
    expect([status, countsOn(body)]).toEqual([
      200,
      { 'To be created': created, 'To be changed': 0, Unchanged: 0, Rejected: 0 },
    ])
  })

  it.each([
    [
      'App,Mood Diary\nCountry,US\n\nDate,Rank,Term\n11/21/26,3,mood\n11/22/26,4,mood\n',
      ['Date', 'Rank', 'Term'],
    ],
    ['Country,US\n\nDay,Rank,Term\n11/21/26,3,mood\n11/22/26,4,mood\n', ['Day', 'Rank', 'Term']],
    ['App,Mood Diary\n\nTerm,2026-11-20,2026-11-21\nmood,3,4\n', ['Term', '2026-11-20', '2026-11-21']],
  ])('asks for the fields of the header below names and values: %j', async (content, columns) => {
    const { status, body, action } = await uploadCsv(world, browser, positions, content)
    const heads = [...body.matchAll(/<th scope="col">([^<]+)</g)].map(([, name]) => name)
    expect([status, heads]).toEqual([200, columns])
    const number = (name: string) => String(columns.indexOf(name) + 1)
    const [day] = ['Date', 'Day'].filter((name) => columns.includes(name))
    const mapping = {
      fixed_app_slug: 'Mood Diary',
      fixed_country: 'US',
      keyword: number('Term'),
      ...(day && { date: number(day), position: number('Rank') }),
    }
    const mapped = await browser.post(`${action}/mapping`, mapping)
    expect(countsOn((await browser.get(mapped.location as string)).body)).toMatchObject({
      'To be created': 2,
      Rejected: 0,
    })
  })

  it('asks for the encoding with a sample of each, and reads the file in the chosen one', async () => {
    const content = bytes(',DE,3,2026-11-20\n', '7363689a6e')
    const asked = await uploadCsv(world, browser, positions, content)
    expect(asked.status).toBe(422)
    const message = /id="error-encoding"[^>]*>([^<]*)</.exec(asked.body)?.[1]
    expect(message).toMatch(/Windows-1252 \(Western European\): “schšn”; Mac OS Roman: “schön”\.$/)
    const chosen = await uploadCsv(world, browser, positions, content, { encoding: 'macintosh' })
    expect(countsOn(chosen.body)).toMatchObject({ 'To be created': 1, Rejected: 0 })
    await browser.post(chosen.action)
    expect((await browser.get('/admin/keyword-positions')).body).toContain('schön')
    expect((await uploadCsv(world, browser, positions, content, { encoding: 'utf-7' })).status).toBe(422)
  })

  it('takes a fixed name of several apps if the platform chooses among them', async () => {
    const content = 'Term,Land,Store,Rank,Day\nsmoke,US,Google Play,3,2026-11-20\n'
    const { action } = await uploadCsv(world, browser, positions, content)
    const mapping = { fixed_app_slug: 'Не курю', keyword: '1', country: '2', position: '4', date: '5' }
    const { status, body } = await browser.post(`${action}/mapping`, mapping)
    expect([status, body.includes('It may mean Не курю (')]).toEqual([422, true])
    const platforms: Record<string, string>[] = [{ platform: '3' }, { fixed_platform: 'Android' }]
    for (const platform of platforms) {
      const mapped = await browser.post(`${action}/mapping`, { ...mapping, ...platform })
      const preview = await browser.get(mapped.location as string)
      expect(countsOn(preview.body)).toMatchObject({ 'To be created': 1, Rejected: 0 })
    }
  })
})
