import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type AdminPage, type Browser, formFields, signIn } from '../../../../support/admin.ts'
import { countsOn, uploadCsv } from '../../../../support/csv-upload.ts'
import { makeApp, makeProduct, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { statementsOf } from '../../../../support/statements.ts'
import { decide, hashOn, resultsOn, undo, undoLinkOn } from '../../../../support/undo.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

const created = 1150
const changed = 50
const imported = `Imported ${(created + changed).toLocaleString('en')} keyword positions`
const stored = 'select * from keyword_positions where app_id = $1 order by id'

let world: World
let other: Browser
let admin: TestUser
let browser: Browser
let app: { id: number; slug: string }
/** The rows before the import, and the addresses of its page and of the preview of its undo. */
let before: Record<string, unknown>[]
let page: string
let address: string
let startOfTest: string

beforeAll(async () => {
  world = await makeWorld()
  other = await signIn(world, await makePerson(world))
})
beforeEach(async () => {
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  const product = await makeProduct(world)
  app = await makeApp(world, { product_slug: product.slug })
  await importPositions(changed, 9)
  before = await sql(world, stored, app.id)
  startOfTest = String(before[0]?.created_at)
  page = await importPositions(created + changed, 3)
  const [, link = ''] =
    />\s*<a [^>]*href="([^"]+)"[^>]*>\s*Undo\s*<\/a>/.exec((await browser.get(page)).body) ?? []
  address = link.replaceAll('&amp;', '&')
})

async function importPositions(lines: number, position: number): Promise<string> {
  const rows = Array.from(
    { length: lines },
    (_, line) => `${app.slug},word ${line},DE,${position},2026-11-01`,
  )
  const list = 'keyword-positions'
  const file = ['app_slug,keyword,country,position,date', ...rows].join('\n')
  const { action } = await uploadCsv(world, browser, list, file)
  expect((await browser.post(action)).status).toBe(303)
  return action
}
const rows = () => sql(world, stored, app.id)
const values = (list: Record<string, unknown>[]) =>
  list.map(({ id, keyword, position, platform, created_at, created_by }) => ({
    ...{ id, keyword, position, platform, created_at, created_by },
  }))
const positionOf = async (keyword: string) =>
  (await sql(world, `${stored.replace('order', 'and keyword = $2 order')}`, app.id, keyword))[0]
const entriesOn = ({ body }: AdminPage) => body.match(/<li id="change-\d+"/g)?.length ?? 0
const activity = (filters: object) =>
  browser.get(`/admin/activity?${new URLSearchParams({ actor: `user:${admin.id}`, ...filters })}`)
const change = async (by: Browser, keyword: string, position: number) => {
  const edit = `/admin/keyword-positions/${(await positionOf(keyword))?.id}/edit`
  const form = formFields(await by.get(edit))
  expect((await by.post(edit, { ...form, position: String(position) })).status).toBe(303)
}

it('is one change in the activity, whatever the filter, with its counts and its own changes', async () => {
  for (const filters of [{}, { entity: 'keyword_position' }, { surface: 'admin' }, { actor: 'user' }]) {
    const shown = await activity({ only: 'changes', since: startOfTest, ...filters })
    expect([entriesOn(shown), shown.body.includes(imported)]).toEqual([2, true])
  }
  const { body } = await activity({})
  expect(body).toContain(`${created.toLocaleString('en')} created, ${changed} changed`)
  const [, link = ''] = /href="([^"]+)">Each change/.exec(body) ?? []
  const first = await browser.get(`${link}&per_page=200`)
  expect([entriesOn(first), first.body.includes('by the import')]).toEqual([200, false])
  const seen = new Set(first.body.match(/id="change-\d+"/g))
  let next = first
  for (let pages = 1; pages < 7; pages++) {
    const [, more] = /rel="next" href="([^"]+)"/.exec(next.body) ?? []
    if (!more) break
    next = await browser.get(more.replaceAll('&amp;', '&'))
    for (const id of next.body.match(/id="change-\d+"/g) ?? []) seen.add(id)
  }
  expect(seen.size).toBe(created + changed)
})

it('is previewed in totals, and has an undo that is one change, can be undone, and that again', async () => {
  const after = await rows()
  const preview = await browser.get(address)
  expect(countsOn(preview.body)).toEqual({ 'Can be undone': created + changed })
  expect(resultsOn(preview)).toEqual([])
  // Hundreds of records at once.
  expect((await statementsOf(() => browser.get(address))).length).toBeLessThan(60)
  const { location = '' } = await undo(browser, address)
  expect(values(await rows())).toEqual(values(before))
  const undone = await browser.get(location)
  expect(entriesOn(undone)).toBe(1)
  expect(undone.body).toContain('Undid changes of 1,200 keyword positions')
  expect(undone.body).toContain(`${changed} changed, ${created.toLocaleString('en')} deleted`)
  const second = await undo(browser, undoLinkOn(undone))
  expect(second.status).toBe(303)
  expect(values(await rows())).toEqual(values(after))
  const again = await browser.get(second.location ?? '')
  expect((await undo(browser, undoLinkOn(again))).status).toBe(303)
  expect(values(await rows())).toEqual(values(before))
})

it('names conflicts first, stores nothing at all or leaves them out', async () => {
  await change(other, 'word 1', 7)
  await change(other, 'word 900', 8)
  const preview = await browser.get(address)
  expect(countsOn(preview.body)).toEqual({ 'Can be undone': created + changed - 2, Conflict: 2 })
  const results = resultsOn(preview)
  expect(results.map(([record]) => record)).toEqual(['Keyword position word 900', 'Keyword position word 1'])
  expect(results[0]?.[1]).toMatch(/^Conflict Position changed by admin \d+, /)
  const refused = await decide(browser, preview, address, 'All or nothing')
  expect(refused.status).toBe(409)
  expect(await rows()).toHaveLength(created + changed)
  expect((await decide(browser, preview, address, 'Leave out what conflicts')).status).toBe(303)
  expect(await rows()).toHaveLength(changed + 1)
  expect([(await positionOf('word 1'))?.position, (await positionOf('word 900'))?.position]).toEqual([7, 8])
  expect((await positionOf('word 2'))?.position).toBe(9)
})

it('is one of the changes of a window, and a record with another change is undone with it', async () => {
  await change(browser, 'word 2', 4)
  await change(browser, 'word 901', 5)
  const since = String((await positionOf('word 3'))?.updated_at)
  const window = await activity({ since })
  expect(entriesOn(window)).toBe(3)
  const link = undoLinkOn(window)
  expect(window.body).toContain('Undo these changes')
  const preview = await browser.get(link)
  expect(countsOn(preview.body)).toEqual({ 'Can be undone': created + changed })
  expect(resultsOn(preview)).toHaveLength(2)
  expect((await undo(browser, link)).status).toBe(303)
  expect(values(await rows())).toEqual(values(before))
})

it('is undone once of two people at once, and not by a form of another set', async () => {
  const shown = await browser.get(address)
  const form = { hash: hashOn(shown), mode: 'all' }
  const answers = await Promise.all([browser.post(address, form), other.post(address, form)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(values(await rows())).toEqual(values(before))
  const late = await decide(browser, shown, address, 'Leave out what conflicts')
  expect([late.status, countsOn(late.body)]).toEqual([409, { 'Nothing left to undo': created + changed }])
})

it('is undone by admins only', async () => {
  const manager = await signIn(world, await makePerson(world, 'manager'))
  expect((await manager.get(address)).status).toBe(403)
  expect(
    (await manager.post(address, { hash: hashOn(await browser.get(address)), mode: 'all' })).status,
  ).toBe(403)
  const [, name] = /actor=([^&]+)/.exec(address) ?? []
  expect(undoLinkOn(await manager.get(`/admin/activity?actor=${name}`))).toBe('')
  expect(await rows()).toHaveLength(created + changed)
})
