import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeProduct, makeToken, root, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { tableContents } from '../../../../support/table-contents.ts'
import { decide, resultsOn, undo } from '../../../../support/undo.ts'
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

describe('the activity filtered by one actor and a time', () => {
  it('links to the preview, for admins', async () => {
    await report(agent, 'Noise')
    await report(other, 'More noise')
    const filters = `actor=portfolio_token%3A${agent.id}&since=2020-01-01&until=2100-01-01`
    const { body } = await browser.get(`/admin/activity?${filters}`)
    expect(body).toMatch(/href="\/admin\/activity\/undo\?[^"]*"[^>]*>\s*Undo these changes/)
    expect(body).toContain('name="until"')
    const manager = await signIn(world, await makePerson(world, 'manager'))
    expect((await manager.get(`/admin/activity?${filters}`)).body).not.toContain('Undo these changes')
    expect((await manager.get(addressOf(agent))).status).toBe(403)
    expect((await manager.post(addressOf(agent), { hash: 'x', mode: 'all' })).status).toBe(403)
    const everyone = await browser.get('/admin/activity?actor=portfolio_token&since=2020-01-01')
    expect(everyone.body).not.toMatch(/>\s*Undo these changes/)
  })

  it('selects the changes of the time', async () => {
    const early = await report(agent, 'Early')
    await sql(
      world,
      `update history set created_at = '2026-01-01' where record_type = 'signal' and record_id = $1`,
      early,
    )
    await report(agent, 'Late')
    const page = await browser.get(addressOf(agent, 'since=2025-12-31&until=2026-01-01'))
    expect(resultsOn(page)).toEqual([['Signal Early', 'Can be undone']])
  })

  it('says above 1,000 changes that they are too many, and offers nothing', async () => {
    const id = await report(agent, 'Often')
    const insert = `insert into history (record_type, record_id, event, actor, changes, surface)
      select record_type, record_id, 'updated', actor, '{}', surface from history, generate_series(1, $2)
      where record_type = 'signal' and record_id = $1 and event = 'created'`
    await sql(world, insert, id, 999)
    expect((await browser.get(addressOf(agent))).body).toContain('All or nothing')
    await sql(world, insert, id, 1)
    for (const address of [addressOf(agent), addressOf(agent).replace('/undo', '')]) {
      const { status, body } = await browser.get(address)
      expect([status, body.includes('More than 1,000 changes')]).toEqual([200, true])
      expect(body).not.toMatch(/All or nothing|Leave out what conflicts|>\s*Undo these changes\s*<\/a>/)
    }
    expect((await browser.post(addressOf(agent), { hash: 'x', mode: 'possible' })).status).toBe(409)
  })
})

describe('the preview', () => {
  it('is newest first, folds the changes of a field, and says what conflicts, by whom and when', async () => {
    const kept = await report(other, 'Kept', { severity: 'low' })
    const taken = await report(other, 'Taken', { severity: 'low', recommended_action: 'Wait' })
    for (const severity of ['medium', 'high', 'critical'])
      await write(agent, 'PATCH', `signals/${kept}`, { severity })
    await write(agent, 'PATCH', `signals/${taken}`, { severity: 'high', recommended_action: 'Act' })
    await write(other, 'PATCH', `signals/${taken}`, { severity: 'critical' })
    const mine = await report(agent, 'Mine')
    await write(other, 'PATCH', `signals/${mine}`, { severity: 'critical' })
    const page = await browser.get(addressOf(agent))
    const conflict = expect.stringMatching(
      new RegExp(`^Conflict Severity changed by ${other.name}, just now`),
    )
    expect(resultsOn(page)).toEqual([
      ['Signal Mine', conflict],
      ['Signal Taken', conflict],
      ['Signal Kept', 'Can be undone'],
    ])
    expect(page.body).toMatch(/Critical<\/del>[\s\S]{0,80}<ins>Low/)

    expect((await decide(browser, page, addressOf(agent), 'All or nothing')).status).toBe(409)
    expect(await row(kept)).toMatchObject({ severity: 'critical' })
    expect((await undo(browser, addressOf(agent), 'Leave out what conflicts')).status).toBe(303)
    expect(await row(kept)).toMatchObject({ severity: 'low' })
    expect(await row(taken)).toMatchObject({ severity: 'critical', recommended_action: 'Wait' })
    expect(await row(mine)).toMatchObject({ status: 'open', severity: 'critical' })
  })

  it('counts a later change of the same actor, outside the time, as a conflict', async () => {
    const id = await report(other, 'Later', { severity: 'low' })
    await write(agent, 'PATCH', `signals/${id}`, { severity: 'high' })
    await sql(world, `update history set created_at = '2026-01-01' where actor->>'id' = $1`, String(agent.id))
    await write(agent, 'PATCH', `signals/${id}`, { severity: 'critical' })
    const page = await browser.get(addressOf(agent, 'since=2025-12-31&until=2026-01-02'))
    expect(resultsOn(page)).toEqual([['Signal Later', expect.stringContaining(`by ${agent.name}`)]])
    expect(resultsOn(await browser.get(addressOf(agent)))).toEqual([['Signal Later', 'Can be undone']])
  })

  it('counts a field that has its value again as one that can be undone', async () => {
    const id = await report(other, 'Again', { severity: 'low' })
    await write(agent, 'PATCH', `signals/${id}`, { severity: 'high' })
    await write(other, 'PATCH', `signals/${id}`, { severity: 'critical' })
    await write(other, 'PATCH', `signals/${id}`, { severity: 'high' })
    expect((await undo(browser, addressOf(agent))).status).toBe(303)
    expect(await row(id)).toMatchObject({ severity: 'low' })
  })

  it('names the records of others that rest on one', async () => {
    const { id: product } = (
      await write(agent, 'POST', 'products', { name: `New ${agent.id}`, direction_slug: 'utilities' })
    ).product
    await write(other, 'POST', 'signals', { product_id: product, signal_type: 'risk', title: 'Rests on it' })
    const page = await browser.get(addressOf(agent))
    expect(resultsOn(page)).toEqual([
      [`Product New ${agent.id}`, expect.stringMatching(/^Used by others .*Rests on it/)],
    ])
    expect(page.body).not.toContain('All or nothing')
  })

  it('changes nothing', async () => {
    await report(agent, 'Still there')
    const stored = async () =>
      Object.entries(await tableContents(world.url)).filter(
        ([name]) => !/^(sessions|tokens|request_.*)$/.test(name),
      )
    const before = await stored()
    await browser.get(addressOf(agent))
    expect(await stored()).toEqual(before)
  })
})
