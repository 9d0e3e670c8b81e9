import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { countsOn, uploadCsv } from '../../../support/csv-upload.ts'
import { makeApp } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// Files as they come from other tools: each is imported, or asks, or is rejected with the reason.
let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
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
