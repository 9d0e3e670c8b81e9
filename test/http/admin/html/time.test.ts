import { beforeAll, describe, expect, it } from 'vitest'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeDecision, makeProduct, makeRule, makeTask, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

// At any time, the date in one of these zones is not the one in UTC.
const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12'
const here = todayIn(zone)
const utc = todayIn('UTC')
const isAhead = here > utc
/** A day that has passed in one of the two zones only. */
const disputed = isAhead ? utc : here

let world: World
let browser: Browser
beforeAll(async () => {
  world = await makeWorld({ TIME_ZONE: zone.toLowerCase() })
  browser = await signIn(world, await makePerson(world, 'admin'))
})

const page = async (path: string) => (await browser.get(path)).body
const titled = (body: string, title: string) => body.includes(`>${title}<`)

describe('a time on a page', () => {
  it('is relative within a week, with the exact one as its title, and else exact', async () => {
    const { id } = await makeTask(world, { title: 'Aged' })
    const at = async (time: string, updated: string) => {
      await sql(world, 'update tasks set created_at = $1, updated_at = $2 where id = $3', time, updated, id)
      const signature = /<p class="signature">[\s\S]*?<\/p>/.exec(await page(`/admin/tasks/${id}`))?.[0]
      return [...(signature ?? '').matchAll(/<time datetime="([^"]+)" title="([^"]+)">([^<]+)</g)].map(
        ([, datetime, title, shown]) => ({ datetime, title, shown }),
      )
    }
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const [old, recent] = await at('2026-01-31T23:30:15.000Z', ago(3 * 60 + 1))
    expect(old).toEqual({
      datetime: '2026-01-31T23:30:15.000Z',
      title: isAhead ? `1 Feb 2026, 13:30:15 (${zone})` : `31 Jan 2026, 11:30:15 (${zone})`,
      shown: isAhead ? '1 Feb 2026, 13:30' : '31 Jan 2026, 11:30',
    })
    expect(recent).toMatchObject({ shown: '3 h ago', title: expect.stringContaining(`(${zone})`) })
    const shown = async (created: number, updated: number) =>
      (await at(ago(created), ago(updated))).map((time) => time.shown)
    expect(await shown(6 * 1440 + 1, 1441)).toEqual(['6 days ago', '1 day ago'])
    expect(await shown(59, 0)).toEqual(['59 min ago', 'just now'])
    expect((await shown(7 * 1440 + 1, 1))[0]).toMatch(/^\d\d? \w+ \d{4}, \d\d:\d\d$/)
  })

  it('is in the zone that the foot of the page names', async () => {
    expect(await page('/admin')).toContain(`Times are in ${zone}.`)
  })

  it('stays in UTC in the API', async () => {
    const { id } = await makeTask(world)
    const { body } = await world.send('GET', `${root}/tasks/${id}`)
    expect(body.task.created_at).toMatch(/Z$/)
  })
})

describe('the day of the zone', () => {
  it('decides what is overdue in the web interface, not in the API', async () => {
    // Without a product the dashboard shows the first steps only.
    await makeProduct(world)
    await makeTask(world, { title: 'Disputed task', due_at: disputed, priority: 'high' })
    await makeDecision(world, { title: 'Disputed decision', review_at: disputed })
    const titles = async (path: string, key: string) => {
      const { body } = await world.send('GET', `${root}/${path}?overdue=1`)
      return body[key].map(({ title }: { title: string }) => title)
    }
    expect(titled(await page('/admin/tasks?overdue=1'), 'Disputed task')).toBe(isAhead)
    expect(titled(await page('/admin/tasks?overdue=0'), 'Disputed task')).toBe(!isAhead)
    expect(titled(await page('/admin/decisions?overdue=1'), 'Disputed decision')).toBe(isAhead)
    expect(await titles('tasks', 'tasks')).toEqual(isAhead ? [] : ['Disputed task'])
    expect(await titles('decisions', 'decisions')).toEqual(isAhead ? [] : ['Disputed decision'])
    const row = /<tr>(?:(?!<\/tr>)[\s\S])*Disputed task[\s\S]*?<\/tr>/.exec(await page('/admin/tasks'))?.[0]
    expect(row?.includes('Overdue')).toBe(isAhead)
    const dashboard = await page('/admin')
    expect(dashboard.includes('Disputed task')).toBe(isAhead)
    // On the plot of clicks it stands on its own day, whatever the zone.
    expect(titled(dashboard, 'Disputed decision')).toBe(isAhead)
    expect(dashboard).toContain(`Decided: Disputed decision</a> <time datetime="${here}">`)
    const { body } = await world.send('GET', `${root}/summary`)
    expect(body.need_attention.length > 0).toBe(!isAhead)
  })

  it('decides which records a day in a filter selects', async () => {
    const { id } = await makeTask(world, { title: 'At the border' })
    // Half an hour after midnight of February 1 in the zone.
    const time = isAhead ? '2026-01-31T10:30:00Z' : '2026-02-01T12:30:00Z'
    await sql(world, 'update tasks set created_at = $1 where id = $2', time, id)
    await sql(
      world,
      'update history set created_at = $1 where record_type = $2 and record_id = $3',
      time,
      'task',
      id,
    )
    expect(titled(await page('/admin/tasks?q=border&since=2026-02-01'), 'At the border')).toBe(true)
    expect(titled(await page('/admin/tasks?q=border&since=2026-02-02'), 'At the border')).toBe(false)
    const activity = (query: string) => page(`/admin/activity?entity=task&record_id=${id}&${query}`)
    expect(await activity('since=2026-02-01&until=2026-02-01')).toContain('<time datetime="2026-02-01">')
    expect(await activity('since=2026-02-02')).not.toContain('id="change-')
    expect(await activity('until=2026-01-31')).not.toContain('id="change-')
    expect(await page('/admin/activity')).toContain(`since=${here}`)
  })

  it('decides which requests a day in a filter of the request log selects', async () => {
    const log = await page('/admin/api-request-logs')
    expect(log).toContain(`date_from=${here}&amp;date_to=${here}`)
    expect((await browser.get(`/admin/api-request-logs?date_from=${here}&date_to=${here}`)).status).toBe(200)
    expect((await browser.get('/admin/api-request-logs?date_from=soon')).status).toBe(422)
  })

  it('is the day of the guards of canon rules', async () => {
    const rule = await makeRule(world, { title: 'Not today' })
    const address = `/admin/canon-rules/${rule.id}`
    await browser.get(address)
    await browser.post(`${address}/approve`)
    await browser.get(`${address}/guard`)
    const guard_when = `write.kind == 'product' && today == '${here}'`
    const saved = await browser.post(`${address}/guard`, { guard_when, guard_effect: 'refuse' })
    expect(saved.status).toBe(303)
    const product = { name: 'Late', direction_slug: 'utilities' }
    expect(await world.send('POST', `${root}/products`, product)).toMatchObject({ status: 422 })
    expect((await browser.post('/admin/products/new', product)).status).toBe(422)
    await sql(world, "update canon_rules set status = 'archived'")
    await makeProduct(world)
  })

  it('is the day by which a form warns of a past day', async () => {
    const decision = await makeDecision(world, { title: 'Warned' })
    const change = { review_at: disputed }
    await browser.get(`/admin/decisions/${decision.id}/edit/review_at`)
    const { location } = await browser.post(`/admin/decisions/${decision.id}/edit/review_at`, change)
    const { body } = await browser.get(String(location))
    expect(body.includes('is in the past')).toBe(isAhead)
    const answer = await world.send('PATCH', `${root}/decisions/${decision.id}`, change)
    expect((answer.body.warnings ?? []).length > 0).toBe(!isAhead)
  })
})
