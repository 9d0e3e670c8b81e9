import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { uploadCsv } from '../../../../support/csv-upload.ts'
import { makeApp, makeProduct, makeToken, root, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { decide, hashOn, resultsOn, undo, undoLinkOn } from '../../../../support/undo.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

type Agent = Awaited<ReturnType<typeof makeToken>>

let world: World
let admin: TestUser
let browser: Browser
let slug: string
let agent: Agent
let other: Agent

beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  slug = (await makeProduct(world, { name: 'Carrier' })).slug
})
beforeEach(async () => {
  agent = await makeToken(world)
  other = await makeToken(world)
})

async function write(by: Agent, method: 'POST' | 'PATCH', path: string, body: object) {
  const answer = await world.send(method, `${root}/${path}`, body, by.headers)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
const report = async (by: Agent, title: string, fields: object = {}): Promise<number> =>
  (await write(by, 'POST', 'signals', { product_slug: slug, signal_type: 'risk', title, ...fields })).signal
    .id
const row = async (id: number) => (await sql(world, 'select * from signals where id = $1', id))[0]
const addressOf = (by: Agent, range = 'since=2020-01-01&until=2100-01-01') =>
  `/admin/activity/undo?actor=portfolio_token%3A${by.id}&${range}`

describe('undoing', () => {
  it('is rejected with 409 for another set than the page showed', async () => {
    const id = await report(agent, 'First')
    const address = addressOf(agent)
    const shown = await browser.get(address)
    await report(agent, 'Second')
    const late = await decide(browser, shown, address, 'All or nothing')
    expect([late.status, resultsOn(late).length]).toEqual([409, 2])
    expect(await row(id)).toMatchObject({ status: 'open' })
    await write(other, 'PATCH', `signals/${id}`, { severity: 'critical' })
    expect((await decide(browser, late, address, 'Leave out what conflicts')).status).toBe(409)
    expect((await browser.post(address, { mode: 'possible' })).status).toBe(409)
    expect(await row(id)).toMatchObject({ status: 'open' })
  })

  it('leaves out entries that change no value: a note, a sign-in, an invitation, a connection, a proposal', async () => {
    const id = await report(agent, 'With notes')
    const noted = await report(other, 'Of another')
    const add = (record_type: string, event: string) =>
      sql(
        world,
        `insert into history (record_type, record_id, event, actor, changes, surface)
          select $1, $2, $3, actor, '{}', 'admin' from history where record_type = 'signal' and record_id = $4 limit 1`,
        record_type,
        noted,
        event,
        id,
      )
    await add('signal', 'note_added')
    for (const event of [
      'signed_in',
      'sign_in_failed',
      'invited',
      'linked',
      'unlinked',
      'connected',
      'disconnected',
    ])
      await add('user', event)
    await add('proposal', 'proposed')
    const address = addressOf(agent)
    expect(resultsOn(await browser.get(address))).toHaveLength(1)
    expect((await undo(browser, address)).status).toBe(303)
    expect(await row(id)).toMatchObject({ status: 'dismissed' })
  })

  it('happens once, of two people at once', async () => {
    const id = await report(agent, 'Both')
    const address = addressOf(agent)
    const second = await signIn(world, await makePerson(world))
    const [shown] = await Promise.all([browser.get(address), second.get(address)])
    const form = { hash: hashOn(shown), mode: 'all' }
    const answers = await Promise.all([browser.post(address, form), second.post(address, form)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await row(id)).toMatchObject({ status: 'dismissed' })
  })

  it('is one window, which its answer leads to and which can be undone', async () => {
    const id = await report(agent, 'Resolved', { status: 'open' })
    await write(agent, 'PATCH', `signals/${id}`, { status: 'resolved', resolution: 'Done' })
    const before = await row(id)
    const { location = '' } = await undo(browser, addressOf(agent))
    expect(await row(id)).toMatchObject({ status: 'dismissed', resolution: 'Withdrawn: It ran wild.' })
    const window = await browser.get(location)
    const link = undoLinkOn(window)
    const address = link.replaceAll('&amp;', '&')
    expect(resultsOn(await browser.get(address))).toEqual([['Signal Resolved', 'Can be undone']])
    expect((await undo(browser, address)).status).toBe(303)
    const { updated_at: _, updated_by: __, ...same } = before as Record<string, unknown>
    expect(await row(id)).toMatchObject(same)
  })

  it('deletes the market records of an import, whose page links to the preview', async () => {
    const app = await makeApp(world, { product_slug: slug })
    await uploadCsv(
      world,
      browser,
      'keyword-positions',
      `app_slug,keyword,country,position,date\n${app.slug},scanner,DE,3,2026-11-01\n${app.slug},pdf,DE,,2026-11-01\n`,
    )
    const [staged] = await sql(world, 'select id from staged_imports order by id desc')
    const page = `/admin/keyword-positions/import/${staged?.id}`
    await browser.post(page)
    const [, link = ''] =
      /<a [^>]*href="([^"]+)"[^>]*>\s*Undo\s*<\/a>/.exec((await browser.get(page)).body) ?? []
    const address = link.replaceAll('&amp;', '&')
    const stored = 'select * from keyword_positions where app_id = $1 order by id'
    const before = await sql(world, stored, app.id)
    expect(before).toHaveLength(2)
    const { location = '' } = await undo(browser, address)
    expect(await sql(world, stored, app.id)).toEqual([])
    const [, again = ''] =
      /href="(\/admin\/activity\/undo\?[^"]+)"/.exec((await browser.get(location)).body) ?? []
    expect((await undo(browser, again.replaceAll('&amp;', '&'))).status).toBe(303)
    const comparable = (rows: Record<string, unknown>[]) => rows.map(({ updated_at: _, ...values }) => values)
    expect(comparable(await sql(world, stored, app.id))).toEqual(comparable(before))
  })

  it('leaves out what a guard refuses', async () => {
    const id = await report(other, 'Guarded', { severity: 'critical' })
    await write(agent, 'PATCH', `signals/${id}`, { severity: 'low' })
    const by = JSON.stringify({ type: 'user', id: admin.id, name: admin.name })
    const guard = `write.kind == 'signal' && after.title == 'Guarded' && after.severity == 'critical'`
    await sql(
      world,
      `insert into canon_rules (direction_id, rule_type, title, body, status, approved_by, created_by, updated_by,
        guard_when, guard_effect, guard_message)
      select direction_id, 'portfolio-governance', 'Calm', 'No alarm', 'active', $1, $1, $1, $2, 'refuse', 'Stay calm.'
      from products where slug = $3`,
      by,
      guard,
      slug,
    )
    const address = addressOf(agent)
    const page = await browser.get(address)
    expect(resultsOn(page)).toEqual([['Signal Guarded', 'Cannot be undone Stay calm.']])
    await report(agent, 'Beside it')
    expect((await undo(browser, address)).status).toBe(409)
    expect((await undo(browser, address, 'Leave out what conflicts')).status).toBe(303)
    expect(await row(id)).toMatchObject({ severity: 'low' })
  })
})
