import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import {
  makeApp,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeSignal,
  makeToken,
  root,
} from '../../../support/makers.ts'
import { makeCompany, makeContact } from '../../../support/operations.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
let manager: Browser
let app: { id: number; slug: string }

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  manager = await signIn(world, await makePerson(world, 'manager'))
  const { slug } = await makeProduct(world, { name: '<script>alert(1)</script> {{7*7}}' })
  await makeCompany(admin, { name: 'Northwind' })
  app = await makeApp(world, { product_slug: slug, name: 'Guard', bundle_id: 'com.example.batteryguard' })
  const rival = await submit('competitors', { product_slug: slug, name: 'Rival', relation: 'direct' })
  const body = `${'Nichts. '.repeat(100)}Liest auch alte Codes.`
  await submit('competitor-reviews', { competitor_id: rival, body, reviewed_at: '2026-11-20' })
  const row = { app_slug: app.slug, date: '2026-11-21' }
  await submit('keyword-positions', { ...row, keyword: 'qr scanner', country: 'DE', position: '3' })
  await submit('store-truth', { ...row, title: 'Сканер QR', subtitle: 'Быстрый' })
})

const decode = (text = '') => text.replaceAll('&amp;', '&')

async function submit(collection: string, fields: Record<string, string>): Promise<string> {
  await browser.get(`/admin/${collection}/new`)
  const { status, location } = await browser.post(`/admin/${collection}/new`, fields)
  expect(status).toBe(303)
  return location?.split('/').at(-1) as string
}

const found = async (q: string, by = browser) =>
  [
    ...(await by.get(`/admin/search?${new URLSearchParams({ q })}`)).body.matchAll(
      /<li>\s*<a href="\/admin\/([^"/]+)\/\d+">([\s\S]*?)<\/li>/g,
    ),
  ].map(
    ([, collection, text = '']) =>
      `${collection}: ${text
        .replace(/<p[\s\S]*/, '')
        .replace(/<[^>]+>/g, '')
        .replace(/\s+/g, ' ')
        .trim()}`,
  )

describe('the search', () => {
  it('groups what it finds by kind, and marks the text', async () => {
    const { body } = await browser.get('/admin/search?q=northw')
    expect(body).toMatch(/Companies<\/h2>[\s\S]*<a href="\/admin\/companies\/1"><mark>Northw<\/mark>ind/)
    expect((await browser.get('/admin/search?q=SCRIPT')).body).toContain('&lt;<mark>script</mark>>alert')
  })

  it('leads to the list when there is more', async () => {
    for (let number = 0; number < 5; number += 1) await makeCompany(admin, { name: `Branch ${number}` })
    const [, href] =
      /<a href="([^"]*)">More in the list/.exec((await browser.get('/admin/search?q=branch')).body) ?? []
    expect((await browser.get(decode(href))).body).toContain('Branch 4')
  })

  it('shows users to admins only', async () => {
    const path = `/admin/search?q=${admin.email}`
    expect((await browser.get(path)).body).toContain(`/admin/users/${admin.id}`)
    expect((await manager.get(path)).body).not.toContain('/admin/users/')
  })

  it('takes three statements, and none without a text', async () => {
    expect(await statementsOf(() => browser.get('/admin/search?q=northwind'))).toHaveLength(5)
    expect(await statementsOf(() => browser.get('/admin/search?q='))).toHaveLength(2)
    expect((await browser.get(`/admin/search?q=${'x'.repeat(201)}`)).status).toBe(422)
  })

  it('finds competitor reviews, keyword positions and store truth, with their days', async () => {
    expect(await found('liest auch')).toEqual([
      expect.stringMatching(/^competitor-reviews: ….{20,40}Liest auch alte Codes\. 20 Nov 2026$/),
    ])
    expect(await found('scanner qr')).toEqual(['keyword-positions: qr scanner iOS 21 Nov 2026'])
    expect(await found('Сканер')).toEqual(['store-truth: Сканер QR 21 Nov 2026'])
    expect(await found('быстр')).toEqual(['store-truth: Сканер QR 21 Nov 2026'])
  })

  it('names a record that has no text by its day, if it is found because it lacks a word', async () => {
    await submit('store-truth', { app_slug: app.slug, date: '2026-11-22' })
    expect(await found('-quokka')).toContain('store-truth: 2026-11-22 22 Nov 2026')
  })

  it('finds apps by their store ids, and contacts by phone and Telegram name', async () => {
    await makeApp(world, { name: 'Guard', platform: 'Android', package_id: 'com.example.okapi' })
    await makeContact(admin, { name: 'Aigerim', phone: '+7 701 555 01 02', telegram: 'aigerim_fit' })
    expect(await found('com.example.batteryguard')).toEqual([
      expect.stringMatching(/^apps: Guard iOS .*{{7\*7}} Idea just now$/),
    ])
    expect(await found('OKAPI')).toEqual(['apps: Guard Android Idea just now'])
    expect(await found('gerim_f')).toEqual(['contacts: Aigerim'])
    expect(await found('555 01')).toEqual(['contacts: Aigerim'])
  })

  it('does not find a retracted insight or economics', async () => {
    const made = [
      ['insights', await makeInsight(world, { title: 'Quokka trials' })],
      ['economics', await makeEconomics(world, { title: 'Quokka payouts' })],
    ] as const
    const titles = async () => (await found('quokka')).map((line) => line.split(':')[0]).toSorted()
    expect(await titles()).toEqual(['economics', 'insights'])
    for (const [path, { id }] of made)
      await world.send('POST', `${root}/${path}/${id}/retract`, { reason: 'Mistaken.' })
    expect(await titles()).toEqual([])
    for (const [path, { id }] of made) await world.send('DELETE', `${root}/${path}/${id}/retract`)
    expect(await titles()).toEqual(['economics', 'insights'])
  })

  it('marks every word, and offers the list only for text that its filter finds', async () => {
    for (let number = 0; number < 5; number += 1)
      await makeSignal(world, { title: `Payment screen ${number} fails` })
    const { body } = await browser.get('/admin/search?q=fails+payment')
    expect(body).toContain('<mark>Payment</mark> screen 4 <mark>fails</mark>')
    expect(body).not.toContain('More in the list')
    expect(body).toContain('Add a word to find others.')
    expect((await browser.get('/admin/search?q=payment+screen')).body).toContain('More in the list')
  })

  it('shows agent tokens to admins only', async () => {
    const { id, name } = await makeToken(world)
    const path = `/admin/search?${new URLSearchParams({ q: name })}`
    const { body } = await browser.get(path)
    expect(body).toContain('Agent tokens</h2>')
    expect(body).toContain(`/admin/api-agent-tokens/${id}"`)
    expect((await manager.get(path)).body).not.toContain('Agent tokens</h2>')
  })

  it('shows the text in which a portfolio record matches, and says when no record has all words', async () => {
    await makeProduct(world, { name: 'Scanner', summary: 'Сканирование документов и <b>чеков</b>.' })
    for (const q of ['документы', 'СКАНИРОВАНИЕ', 'документ чек'])
      expect([q, await found(q)]).toEqual([q, ['products: Scanner Candidate just now']])
    const { body } = await browser.get('/admin/search?q=чеки')
    expect(body).toContain('Сканирование документов и &lt;b><mark>чеков</mark>&lt;/b>')
    expect(body).not.toContain('No record has all words')
    const relaxed = (await browser.get('/admin/search?q=документы+лемур')).body
    expect(relaxed).toContain('No record has all words. These have some of them.')
    expect(relaxed).toContain('<mark>документов</mark>')
    expect(await found('документы лемур -чеки')).toEqual([])
  })
})
